import type { NoShowFault } from "@commonlane/contract/trip-outcomes";
import { msg } from "@lingui/core/macro";

/** What kept two from travelling together, as a side says it and as it stands in the end. */
export const NO_SHOW_FAULTS = ["host-absent", "passenger-absent", "nobody"] as const satisfies readonly NoShowFault[];
export const noShowLabels = {
  "host-absent": msg`The host did not come`,
  "passenger-absent": msg`The passenger did not come`,
  nobody: msg`It was nobody's fault`,
};
