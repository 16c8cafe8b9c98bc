import type { AccessNeed } from "@commonlane/contract/profiles";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What somebody may need on the way, in words; of a vehicle the first two say what it has. */
export const needLabels: Record<AccessNeed, MessageDescriptor> = {
  "step-free": msg`Step-free entry`,
  wheelchair: msg`Space for a wheelchair`,
  "assistance-animal": msg`Assistance animal`,
};
