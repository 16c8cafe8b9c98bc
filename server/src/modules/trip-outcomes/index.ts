export { listTripOutcomes } from "./trip-outcomes.ts";
export { tripOutcomeRoutes } from "./trip-outcomes.routes.ts";
export { tripOutcomeSweeps } from "./trip-outcome-events.ts";
