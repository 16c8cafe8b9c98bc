import type { AccessNeed } from "@commonlane/contract/profiles";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Labels of access needs; the first two also describe vehicles. */
export const needLabels: Record<AccessNeed, MessageDescriptor> = {
  "step-free": msg`Step-free entry`,
  wheelchair: msg`Space for a wheelchair`,
  "assistance-animal": msg`Assistance animal`,
};
