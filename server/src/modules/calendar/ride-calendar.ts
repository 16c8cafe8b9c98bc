import { findAccountLanguages } from "#modules/accounts/index.ts";
import { nothingOnRideProblem } from "#modules/rides/rules/index.ts";
import { DAY_MS } from "@commonlane/contract/durations";
import { CALENDAR_PAST_DAYS, REMINDER_DEFAULT_MINUTES } from "@commonlane/contract/calendar";
import type { Context } from "#platform/context.ts";
import { findFeed } from "./calendar-feed.store.ts";
import { calendarTexts } from "./calendar-texts.ts";
import { deleteOldVersions, recordVersions } from "./entry-versions.store.ts";
import { renderCalendar } from "./render-calendar.ts";
import { findRideEntries } from "./ride-entries.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";

const BATCH = 500;

interface OwnCalendar {
  readonly uid: string;
  /** Only the entry of this ride. */
  readonly rideId?: string;
  readonly reminderMinutes: number | null;
}

/** The rides of a user as an iCalendar file; undefined if there are none. */
export async function renderRides(
  ctx: Context,
  { uid, rideId, reminderMinutes }: OwnCalendar,
): Promise<{
  readonly bytes: Uint8Array;
  readonly isEmpty: boolean;
}> {
  // Calendar apps ask without an account and in a language of their own; equal entries must stay equal.
  const language = (await findAccountLanguages(ctx, [uid]))(uid);
  const since = new Date(ctx.now().getTime() - CALENDAR_PAST_DAYS * DAY_MS);
  const entries = await findRideEntries(
    ctx,
    {
      uid,
      since,
      rideId,
    },
    {
      reminderMinutes,
      language,
    },
  );
  const versions = await recordVersions(ctx, uid, entries);
  const bytes = renderCalendar(
    language,
    calendarTexts(language).feedName(ctx.community.name),
    versions,
  );
  return { bytes, isEmpty: versions.length === 0 };
}

/** The caller's entry for one ride, as host or passenger. It is the same entry as in the feed. */
export async function getRideCalendar(
  ctx: Context,
  uid: string,
  rideId: string,
): Promise<Uint8Array> {
  const feed = await findFeed(ctx, uid);
  const reminderMinutes = feed ? feed.reminder_min : REMINDER_DEFAULT_MINUTES;
  const { bytes, isEmpty } = await renderRides(ctx, {
    uid,
    rideId,
    reminderMinutes,
  });
  if (isEmpty) throw await nothingOnRideProblem(ctx, rideId, uid);
  return bytes;
}

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
