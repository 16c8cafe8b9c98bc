export { eventRoutes } from "./events.routes.ts";
export { getReportableEvent } from "./events.ts";
export { eventSweeps } from "./sweeps.ts";
