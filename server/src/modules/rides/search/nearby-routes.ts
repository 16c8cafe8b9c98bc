import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { dayIn } from "#platform/time-zone.ts";
import { listNearbyRides } from "../lists/ride-lists.ts";

const MOST_ROUTES = 3;
const RIDES_LOOKED_AT = 200;
const RADIUS_KM = 300;
/** How far from a searched place its neighbours are. */
const NEARBY_M = 40_000;
/** A longer way is nearby, too, if both ends together are at most this share of it from the places searched for. */
const NEARBY_SHARE = 0.9;
/** Places nearer than this are the ones that were searched for: another day finds their rides. */
const SAME_PLACE_M = 1_000;
const SHORTEST_M = 2_000;

/** A route between two places near the searched ones, with a day on which a ride goes there. */
export interface NearbyRoute {
  readonly origin: Place;
  readonly destination: Place;
  readonly timeZone: string;
  readonly date: string;
}

/**
 * Routes of rides that start near the searched origin and then pass near the searched destination, or get at least a
 * tenth of the way nearer to it: the nearest first, each pair of places once.
 */
export async function findNearbyRoutes(
  ctx: Context,
  seeker: Caller,
  search: Search,
): Promise<NearbyRoute[]> {
  const { from, seats } = search;
  const near = {
    ...from,
    radius_km: RADIUS_KM,
    limit: RIDES_LOOKED_AT,
  };
  const { items } = await listNearbyRides(ctx, seeker, near);
  const others = items.filter(
    ({ hostId, seatsLeft }) => hostId !== seeker.uid && seatsLeft >= seats,
  );

  const atMs = search.atMs ?? search.departsAfterMs;
  const routes = others
    .flatMap((ride) => toNearbyRoute(ride, search))
    .toSorted(
      (a, b) =>
        a.apartM - b.apartM || Math.abs(a.departsAtMs - atMs) - Math.abs(b.departsAtMs - atMs),
    );
  const byPlaces = new Map<string, NearbyRoute>();
  for (const { origin, destination, timeZone, date } of routes) {
    const key = `${origin.label} – ${destination.label}`;
    if (!byPlaces.has(key))
      byPlaces.set(key, {
        origin,
        destination,
        timeZone,
        date,
      });
  }
  return [...byPlaces.values()].slice(0, MOST_ROUTES);
}

/** The part of a ride that leads nearest to the searched destination; none if that is no help. */
function toNearbyRoute(
  { origin, stops, destination, departsAt, timeZone }: Ride,
  { from, to }: Search,
): (NearbyRoute & {
  readonly apartM: number;
  readonly departsAtMs: number;
})[] {
  const points: readonly Place[] = [...stops, destination];
  const end = points.reduce((a, b) => (distanceM(b, to) < distanceM(a, to) ? b : a));
  const startM = distanceM(origin, from);
  const endM = distanceM(end, to);
  const apartM = startM + endM;
  const isNear = startM <= NEARBY_M && endM <= NEARBY_M;
  const isHelp = isNear || apartM <= NEARBY_SHARE * distanceM(from, to);
  const isSame = startM < SAME_PLACE_M && endM < SAME_PLACE_M;
  if (!isHelp || isSame || distanceM(origin, end) < SHORTEST_M) return [];
  return [
    {
      origin: toPlace(origin),
      destination: toPlace(end),
      timeZone,
      date: dayIn(timeZone, new Date(departsAt)),
      apartM,
      departsAtMs: Date.parse(departsAt),
    },
  ];
}

const toPlace = ({ label, lat, lng }: Place): Place => ({
  label,
  lat,
  lng,
});
