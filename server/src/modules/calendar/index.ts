export { calendarFeedAccess } from "./account-access.ts";
export { calendarTexts } from "./calendar-texts.ts";
export { calendarRoutes } from "./calendar.routes.ts";
export { calendarSweeps } from "./ride-calendar.ts";
export { renderCalendar } from "./render-calendar.ts";
