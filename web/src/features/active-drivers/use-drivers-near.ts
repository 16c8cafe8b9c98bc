import { cellsIn } from "@commonlane/contract/driver-cells";
import { DRIVERS_RADIUS_KM } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { driversNear, POLL_MS } from "./active-drivers.queries.ts";
import { driversThere, isWhole, nearestFirst } from "./driver-list.ts";
import { useWatched } from "./use-watched.ts";

const KM_PER_DEGREE = 111.2;
/** Some 2 km: whoever moves within that asks nothing anew. */
const COARSE_DEG = 0.02;
const NOWHERE = { lat: 0, lng: 0 };

/** The active drivers around a place, nearest first: followed on the live line, asked for where that is not there. */
export function useDriversNear(here: LatLng | null) {
  const { uid } = useUser();
  const around = here ? { lat: coarse(here.lat), lng: coarse(here.lng) } : NOWHERE;
  const cells = here ? cellsAround(around) : [];
  const { watched, watchAgain } = useWatched(cells);
  const live = isWhole(watched, cells);
  const listed = useQuery({
    ...driversNear(around),
    enabled: here !== null,
    placeholderData: (before) => before,
    refetchInterval: live ? false : POLL_MS,
  });
  const there = here ? driversThere(listed.data?.items ?? [], watched, cells) : [];
  return {
    near: here ? nearestFirst(there, { here, radiusKm: DRIVERS_RADIUS_KM, uid }) : [],
    listed,
    live,
    refresh: () => {
      watchAgain();
      return listed.refetch();
    },
  };
}

const coarse = (degrees: number): number => Math.round(degrees / COARSE_DEG) * COARSE_DEG;

function cellsAround({ lat, lng }: LatLng): readonly string[] {
  const high = DRIVERS_RADIUS_KM / KM_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const west = lng - wide;
  const east = lng + wide;
  return cellsIn({
    south: Math.max(-90, lat - high),
    north: Math.min(90, lat + high),
    west: west < -180 ? west + 360 : west,
    east: east > 180 ? east - 360 : east,
  });
}
