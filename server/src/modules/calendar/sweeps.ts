import { DAY_MS } from "@commonlane/contract/durations";
import { CALENDAR_PAST_DAYS } from "@commonlane/contract/calendar";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteOldVersions } from "./entry-versions.store.ts";

const BATCH = 500;

/** Deletes what calendar feeds no longer show. A day later than the feed, which may be read at that moment. */
export const calendarSweeps: readonly Sweep[] = [
  {
    name: "calendar-entry.pruned",
    everyS: 3600,
    run: (ctx) =>
      deleteOldVersions(
        ctx,
        new Date(ctx.now().getTime() - (CALENDAR_PAST_DAYS + 1) * DAY_MS),
        BATCH,
      ),
  },
];
