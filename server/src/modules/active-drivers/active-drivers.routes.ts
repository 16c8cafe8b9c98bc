import { activeDrivers } from "@commonlane/contract/active-drivers";
import type { Routes } from "#platform/http/route.ts";
import { goActive, goInactive, moveDriver, ownActiveDriver } from "./active-drivers.ts";
import { allActiveDrivers, driversNearby, type Maps } from "./driver-lists.ts";

export const activeDriverRoutes =
  (maps: Maps): Routes =>
  (http) => {
    const { map } = maps;
    http.on(activeDrivers.activate, (ctx, { body }, driver) => goActive(ctx, map, driver, body));
    http.on(activeDrivers.all, (ctx, { query }, viewer) => allActiveDrivers(ctx, maps, viewer, query));
    http.on(activeDrivers.nearby, (ctx, { query }, viewer) => driversNearby(ctx, maps, viewer, query));
    http.on(activeDrivers.own, (ctx, _, driver) => ownActiveDriver(ctx, map, driver));
    http.on(activeDrivers.move, (ctx, { body }, driver) => moveDriver(ctx, map, driver, body));
    http.on(activeDrivers.deactivate, (ctx, _, driver) => goInactive(ctx, map, driver));
  };
