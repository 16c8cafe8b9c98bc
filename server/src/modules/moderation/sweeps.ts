import type { Sweep } from "#platform/jobs/sweeps.ts";
import { contentRemovalSweeps } from "./content-removals.ts";
import { actionSweeps } from "./moderator-actions.ts";
import { suspensionSweeps } from "./sanctions.ts";

/** What ends by itself: suspensions, removals, and the time in which an action can be undone. */
export const moderationSweeps: readonly Sweep[] = [
  ...suspensionSweeps,
  ...contentRemovalSweeps,
  ...actionSweeps,
];
