export { eventCalendarRoutes } from "./event-calendars.routes.ts";
export { eventCalendarSweeps } from "./event-calendars.ts";
