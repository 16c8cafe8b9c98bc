import type { NoShowFault } from "@commonlane/contract/trip-outcomes";
import { msg } from "@lingui/core/macro";

/** Reasons why two people did not travel together, as stated by one side and as finally recorded. */
export const NO_SHOW_FAULTS = [
  "host-absent",
  "passenger-absent",
  "nobody",
] as const satisfies readonly NoShowFault[];
export const noShowLabels = {
  "host-absent": msg`The host didn't show up`,
  "passenger-absent": msg`The passenger didn't show up`,
  nobody: msg`No one's fault`,
};
