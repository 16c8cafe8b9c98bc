import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { REMINDER_DEFAULT_MINUTES } from "@commonlane/contract/calendar";
import { siteUrl } from "#modules/accounts/index.ts";
import { calendarTexts, renderCalendar } from "#modules/calendar/index.ts";
import type { Context } from "#platform/context.ts";
import { findOrThrow } from "./events.ts";
import { viewEvent } from "./events.view.ts";

/** The calendar entry of an event. Its SEQUENCE is the number of changes. */
export async function getEventCalendar(ctx: Context, uid: string, id: string): Promise<Uint8Array> {
  const row = await findOrThrow(ctx, uid, id);
  const { title, description, place, timeZone, website, status } = await viewEvent(ctx, row, uid);
  const url = `${siteUrl(ctx.settings)}/events/${id}`;
  const language = callerLanguage(ctx);
  const texts = calendarTexts(language);
  const isCancelled = status === "cancelled";
  return renderCalendar(language, texts.eventsName(ctx.community.name), [
    {
      id,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      timeZone,
      title: isCancelled ? texts.cancelled(title) : title,
      place,
      text: [description, website, texts.ridesToEvent(url)].filter(Boolean).join("\n"),
      url,
      status: isCancelled ? "cancelled" : "confirmed",
      seriesId: null,
      reminderMinutes: REMINDER_DEFAULT_MINUTES,
      sequence: row.revision,
      changedAt: row.changed_at,
    },
  ]);
}
