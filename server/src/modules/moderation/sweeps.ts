import type { Sweep } from "#platform/jobs/sweeps.ts";
import { contentRemovalSweeps } from "./content-removals.ts";
import { actionSweeps } from "./moderator-actions.ts";
import { suspensionSweeps } from "./sanctions.ts";

/** What ends by itself: the time in which an action can be undone, then suspensions and removals. */
export const moderationSweeps: readonly Sweep[] = [
  ...actionSweeps,
  ...suspensionSweeps,
  ...contentRemovalSweeps,
];
