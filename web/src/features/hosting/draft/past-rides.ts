import type { Ride } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { formatTime } from "#shared/formatting/format.ts";

const SAME_PLACE_M = 500;

/** Local departure time of the host's latest ride between these places; undefined without one. */
export function usualTime(
  rides: readonly Pick<Ride, "origin" | "destination" | "departsAt" | "timeZone">[],
  {
    origin,
    destination,
  }: {
    readonly origin: LatLng;
    readonly destination: LatLng;
  },
): string | undefined {
  const latest = rides
    .filter((ride) => isSame(ride.origin, origin) && isSame(ride.destination, destination))
    .toSorted((a, b) => Date.parse(b.departsAt) - Date.parse(a.departsAt))[0];
  return latest && toDateAndTime(latest.timeZone, latest.departsAt).time;
}

const isSame = (a: LatLng, b: LatLng) => distanceM(a, b) < SAME_PLACE_M;

type Repeatable = Pick<Ride, "origin" | "destination" | "departsAt" | "timeZone" | "createdAt">;

/** One ride for each route and time of day, the latest created first. */
export function distinctRides<R extends Repeatable>(rides: readonly R[]): R[] {
  const latestFirst = rides.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  const byRoute = Map.groupBy(latestFirst, ({ origin, destination, departsAt, timeZone }) =>
    [origin.label, destination.label, formatTime(departsAt, timeZone)].join(" | "),
  );
  return [...byRoute.values()].flatMap(([latest]) => latest ?? []);
}
