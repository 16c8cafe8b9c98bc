import { getMapCells } from "@commonlane/contract/driver-cells";
import { DRIVERS_RADIUS_KM } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { driversNearby, POLL_MS } from "../active-drivers.queries.ts";
import { mergeDrivers, hasAllCells, sortByDistance } from "./driver-list.ts";
import { useWatchedCells } from "./use-watched-cells.ts";

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
