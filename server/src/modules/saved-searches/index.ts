export { startAlertConsumer, alertConsumer } from "./alert-consumer.ts";
export { saveSearch } from "./saved-searches.ts";
export { savedSearchRoutes } from "./saved-searches.routes.ts";
export { savedSearchSweeps } from "./sweeps.ts";
