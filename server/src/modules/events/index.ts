import { events } from "@commonlane/contract/events";
import { loadTownNames } from "#modules/places/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { getEventCalendar } from "./event-calendar.ts";
import { listEventRides } from "./event-rides.ts";
import { cancelEvent, changeEvent, createEvent, getEvent, listEvents } from "./events.ts";

export {
  type CalendarEvent,
  findCalendarDigests,
  followCalendar,
  leaveCalendar,
} from "./calendar-events.store.ts";
export { cancelEvent, createEvent, eventSweeps, getReportableEvent } from "./events.ts";
export { findPublicEvent, listPublicEvents, type PublicEvent } from "./public-event.ts";

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
