import { activeDrivers } from "@commonlane/contract/active-drivers";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  activateDriver,
  deactivateDriver,
  updatePosition,
  getOwnActiveDriver,
} from "./active-drivers.ts";
import { listAllActiveDrivers, listDriversNearby, type DriverMap } from "./driver-lists.ts";

export {
  activateDriver,
  findSharedPosition,
  isActiveForViewer,
  updatePosition,
} from "./active-drivers.ts";
export { DriverCards } from "./active-drivers.view.ts";
export type { DriverMap } from "./driver-lists.ts";
export { LiveMap } from "./map/live-map.ts";
export { startSessionEndConsumer, sessionEndConsumer, activeDriverSweeps } from "./driver-end.ts";
export { openDriverMapChannel } from "./map/map-subscriptions.ts";

export const activeDriverRoutes =
  (driverMap: DriverMap): RegisterRoutes =>
  (http) => {
    const { map } = driverMap;
    http.on(activeDrivers.activate, (ctx, { body }, driver) =>
      activateDriver(ctx, map, driver, body),
    );
    http.on(activeDrivers.all, (ctx, { query }, viewer) =>
      listAllActiveDrivers(ctx, driverMap, viewer, query),
    );
    http.on(activeDrivers.nearby, (ctx, { query }, viewer) =>
      listDriversNearby(ctx, driverMap, viewer, query),
    );
    http.on(activeDrivers.own, (ctx, _, driver) => getOwnActiveDriver(ctx, map, driver));
    http.on(activeDrivers.move, (ctx, { body }, driver) => updatePosition(ctx, map, driver, body));
    http.on(activeDrivers.deactivate, (ctx, _, driver) => deactivateDriver(ctx, map, driver));
  };
