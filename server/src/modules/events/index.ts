export {
  type CalendarEvent,
  findCalendarDigests,
  followCalendar,
  leaveCalendar,
} from "./calendar-events.store.ts";
export { eventRoutes } from "./events.routes.ts";
export { cancelEvent, createEvent, eventSweeps, getReportableEvent } from "./events.ts";
export { findPublicEvent, listPublicEvents, type PublicEvent } from "./public-event.ts";
