export { beginAlerts, demandAlerts } from "./demand-alerts.ts";
export { saveSearch } from "./saved-searches.ts";
export { savedSearchRoutes } from "./saved-searches.routes.ts";
export { savedSearchSweeps } from "./sweeps.ts";
