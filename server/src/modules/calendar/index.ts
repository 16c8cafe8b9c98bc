export { calendarRoutes } from "./calendar.routes.ts";
export { calendarSweeps } from "./sweeps.ts";
