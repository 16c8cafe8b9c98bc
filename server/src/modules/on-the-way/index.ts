export { onTheWayRoutes } from "./on-the-way.routes.ts";
export { onTheWaySweeps } from "./sweeps.ts";
