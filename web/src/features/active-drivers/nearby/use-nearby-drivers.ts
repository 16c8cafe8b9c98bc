import { DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { getMapCells } from "@commonlane/contract/driver-cells";
import { DRIVERS_RADIUS_KM } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { subscribeToSocket } from "#shared/live/socket-client.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { driversNearby, POLL_MS } from "../active-drivers.queries.ts";
import {
  applyCellUpdate,
  hasAllCells,
  keepCells,
  mergeDrivers,
  NO_WATCHED_DRIVERS,
  sortByDistance,
  type WatchedDrivers,
} from "./driver-list.ts";

const KM_PER_DEGREE = 111.2;
/** About 2 km: moving less does not trigger a new request. */
const GRID_DEG = 0.02;
const NOWHERE = { lat: 0, lng: 0 };

/** Active drivers around a place, nearest first: live updates, with polling as a fallback. */
export function useNearbyDrivers(here: LatLng | null) {
  const { uid } = useUser();
  const around = here
    ? {
        lat: roundToGrid(here.lat),
        lng: roundToGrid(here.lng),
      }
    : NOWHERE;
  const cells = here ? cellsAround(around) : [];
  const { watched, refreshWatch } = useWatchedCells(cells);
  const isLive = hasAllCells(watched, cells);
  const listQuery = useQuery({
    ...driversNearby(around),
    enabled: here !== null,
    placeholderData: (previous) => previous,
    refetchInterval: isLive ? false : POLL_MS,
  });
  const drivers = here ? mergeDrivers(listQuery.data?.items ?? [], watched, cells) : [];
  return {
    nearDrivers: here
      ? sortByDistance(drivers, {
          here,
          radiusKm: DRIVERS_RADIUS_KM,
          uid,
        })
      : [],
    listed: listQuery,
    live: isLive,
    refresh: () => {
      refreshWatch();
      return listQuery.refetch();
    },
  };
}

function roundToGrid(degrees: number): number {
  return Math.round(degrees / GRID_DEG) * GRID_DEG;
}

function cellsAround({ lat, lng }: LatLng): readonly string[] {
  const high = DRIVERS_RADIUS_KM / KM_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const west = lng - wide;
  const east = lng + wide;
  return getMapCells({
    south: Math.max(-90, lat - high),
    north: Math.min(90, lat + high),
    west: west < -180 ? west + 360 : west,
    east: east > 180 ? east - 360 : east,
  });
}

/** Updates of many cells arrive together; renders are batched to this interval. */
const BATCH_MS = 120;
/** Updates may get lost, so cells are requested again regularly, and sooner while one is missing. */
const REWATCH_MS = 60_000;
const MISSING_RETRY_MS = 5_000;

/** Live drivers of some map cells, empty while disconnected, and a function to request full updates again. */
function useWatchedCells(cells: readonly string[]): {
  watched: WatchedDrivers;
  refreshWatch: () => void;
} {
  const [watched, setWatched] = useState(NO_WATCHED_DRIVERS);
  const latest = useRef(NO_WATCHED_DRIVERS);
  const refreshRef = useRef(() => {});
  const cellKey = cells.join(" ");
  useEffect(() => {
    if (cellKey === "") return undefined;
    const cellNames = cellKey.split(" ");
    let unwatch = () => {};
    latest.current = keepCells(latest.current, cellNames);
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    let rewatchTimer: ReturnType<typeof setTimeout> | undefined;
    const publish = () => {
      batchTimer = undefined;
      setWatched(latest.current);
    };
    const unsubscribe = subscribeToSocket({
      event: "drivers.moved",
      onMessage(payload) {
        const update = DriverCellUpdate.safeParse(payload).data;
        // An update of previously watched cells may still arrive.
        if (!update || !cellNames.includes(update.cell)) return;
        latest.current = applyCellUpdate(latest.current, update, new Date().toISOString());
        batchTimer ??= setTimeout(publish, BATCH_MS);
      },
      onOpen(say) {
        const watch = () => {
          clearTimeout(rewatchTimer);
          say("drivers.watch", { cells: cellNames });
          rewatchTimer = setTimeout(checkCells, MISSING_RETRY_MS);
        };
        const checkCells = () => {
          if (hasAllCells(latest.current, cellNames))
            rewatchTimer = setTimeout(watch, REWATCH_MS - MISSING_RETRY_MS);
          else watch();
        };
        refreshRef.current = watch;
        unwatch = () => say("drivers.watch", { cells: [] });
        watch();
      },
      onClose() {
        clearTimeout(rewatchTimer);
        refreshRef.current = () => {};
        latest.current = NO_WATCHED_DRIVERS;
        publish();
      },
    });
    return () => {
      unsubscribe();
      unwatch();
      refreshRef.current = () => {};
      clearTimeout(rewatchTimer);
      clearTimeout(batchTimer);
    };
  }, [cellKey]);
  return {
    watched,
    refreshWatch: () => refreshRef.current(),
  };
}
