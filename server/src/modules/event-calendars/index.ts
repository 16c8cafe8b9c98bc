import { eventCalendars } from "@commonlane/contract/event-calendars";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { addCalendar, listCalendars, refreshNow, removeCalendar } from "./event-calendars.ts";

export { eventCalendarSweeps } from "./event-calendars.ts";

export const eventCalendarRoutes: RegisterRoutes = (http) => {
  http.on(eventCalendars.list, (ctx) => listCalendars(ctx));
  http.on(eventCalendars.add, (ctx, { body }, { uid }) => addCalendar(ctx, uid, body));
  http.on(eventCalendars.refresh, (ctx, { params }) => refreshNow(ctx, params.eventCalendarId));
  http.on(eventCalendars.remove, (ctx, { params }) => removeCalendar(ctx, params.eventCalendarId));
};
