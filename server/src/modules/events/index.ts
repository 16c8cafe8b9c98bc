export { eventRoutes } from "./events.routes.ts";
export { createEvent, getReportableEvent } from "./events.ts";
export { eventSweeps } from "./sweeps.ts";
