export { eventRoutes } from "./events.routes.ts";
export { cancelEvent, createEvent, getReportableEvent } from "./events.ts";
export { eventSweeps } from "./sweeps.ts";
