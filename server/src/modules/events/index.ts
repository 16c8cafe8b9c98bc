import { REMINDER_DEFAULT_MINUTES } from "@commonlane/contract/calendar";
import { events } from "@commonlane/contract/events";
import { siteUrl } from "#modules/accounts/index.ts";
import { calendarTexts, renderCalendar } from "#modules/calendar/index.ts";
import { loadTownNames } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { listEventRides } from "./event-rides.ts";
import {
  cancelEvent,
  changeEvent,
  createEvent,
  findOrThrow,
  getEvent,
  listEvents,
} from "./events.ts";
import { viewEvent } from "./events.view.ts";

export {
  type CalendarEvent,
  findCalendarDigests,
  followCalendar,
  leaveCalendar,
} from "./calendar-events.store.ts";
export { cancelEvent, createEvent, eventSweeps, getReportableEvent } from "./events.ts";
export {
  findPublicEvent,
  findPublicEvents,
  listPublicEvents,
  type PublicEvent,
} from "./public-event.ts";

export const eventRoutes: RegisterRoutes = (http) => {
  http.on(events.list, async (ctx, { query }, { uid }) => {
    // A search finds the place of an event in any language.
    const { findSpellings } = await loadTownNames(ctx);
    return listEvents(ctx, uid, {
      ...query,
      findSpellings,
    });
  });
  http.on(events.create, (ctx, { body }, { uid }) => createEvent(ctx, uid, body));
  http.on(events.one, (ctx, { params }, { uid }) => getEvent(ctx, uid, params.eventId));
  http.on(events.change, (ctx, { params, body }, { uid }) =>
    changeEvent(ctx, uid, params.eventId, body),
  );
  http.on(events.cancel, (ctx, { params }, { uid }) => cancelEvent(ctx, uid, params.eventId));
  http.on(events.rides, (ctx, { params }, viewer) => listEventRides(ctx, viewer, params.eventId));
  http.on(events.calendar, (ctx, { params }, { uid }) =>
    getEventCalendar(ctx, uid, params.eventId),
  );
};

/** The calendar entry of an event. Its SEQUENCE is the number of changes. */
async function getEventCalendar(ctx: Context, uid: string, id: string): Promise<Uint8Array> {
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
