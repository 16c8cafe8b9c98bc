import type { Ride } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { townName } from "#shared/formatting/format.ts";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { metresBetween } from "../route-geometry.ts";
import { pointsOf } from "../ride-segment.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

/** How far from a searched place its neighbours are, in kilometres. */
export const NEARBY_KM = 40;

const MAX_ROUTES = 3;

/** A route between two places near the searched ones, with a day on which a ride goes there. */
export interface NearbyRoute {
  readonly from: Place;
  readonly to: Place;
  readonly timeZone: string;
  readonly day: string;
}

/**
 * Routes of rides that start near the searched origin and then pass near the searched destination: the nearest first,
 * each pair of towns once. A route between the searched towns themselves is none: another day finds it.
 */
export function findNearbyRoutes(
  rides: readonly Ride[],
  { from, to, day, seats }: CompleteSearchCriteria,
): NearbyRoute[] {
  const routes = rides.flatMap((ride) => {
    const [origin, ...others] = pointsOf(ride);
    const end = nearest(others, to);
    if (!origin || !end || ride.seatsLeft < seats || metresBetween(end, to) > NEARBY_KM * 1000)
      return [];
    const { date } = toDateAndTime(ride.timeZone, ride.departsAt);
    const distanceM = metresBetween(origin, from) + metresBetween(end, to);
    return [{ from: origin, to: end, timeZone: ride.timeZone, day: date, distanceM }];
  });
  const byTowns = new Map<string, NearbyRoute>();
  for (const { distanceM: _, ...route } of routes.toSorted(
    (a, b) => a.distanceM - b.distanceM || daysApart(a.day, day) - daysApart(b.day, day),
  )) {
    const key = townsOf(route);
    if (key !== townsOf({ from, to }) && !byTowns.has(key)) byTowns.set(key, route);
  }
  return [...byTowns.values()].slice(0, MAX_ROUTES);
}

const townsOf = (route: Pick<NearbyRoute, "from" | "to">): string =>
  `${townName(route.from.label)} – ${townName(route.to.label)}`;

const nearest = (places: readonly Place[], to: LatLng): Place | undefined =>
  places.toSorted((a, b) => metresBetween(a, to) - metresBetween(b, to))[0];

const daysApart = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b));
