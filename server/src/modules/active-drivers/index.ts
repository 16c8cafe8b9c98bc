export { activeDriverRoutes } from "./active-drivers.routes.ts";
export {
  activateDriver,
  findSharedPosition,
  isActiveForViewer,
  updatePosition,
} from "./active-drivers.ts";
export { DriverCards } from "./active-drivers.view.ts";
export type { DriverMap } from "./driver-lists.ts";
export { LiveMap } from "./map/live-map.ts";
export { startSessionEndConsumer, sessionEndConsumer } from "./session-end-consumer.ts";
export { activeDriverSweeps } from "./sweeps.ts";
export { openDriverMapChannel } from "./map/map-subscriptions.ts";
