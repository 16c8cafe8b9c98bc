export { beginAlerts, demandAlerts } from "./demand-alerts.ts";
export { savedSearchRoutes } from "./saved-searches.routes.ts";
export { savedSearchSweeps } from "./sweeps.ts";
