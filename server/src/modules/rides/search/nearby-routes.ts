import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { dayIn } from "#platform/time-zone.ts";
import { findRidesDepartingNear } from "../lists/nearby-rides.store.ts";
import { toListViewer } from "../lists/ride-lists.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import type { RideRow } from "../rides.store.ts";

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
  const viewer = await toListViewer(ctx, seeker);
  const near = { ...from, radiusKm: RADIUS_KM };
  const page = { limit: RIDES_LOOKED_AT, after: undefined };
  const rides = await findRidesDepartingNear(ctx, viewer, near, page);
  const others = rides.filter(
    ({ host_id, seats_left }) => host_id !== seeker.uid && Math.min(...seats_left) >= seats,
  );

  const atMs = search.atMs ?? search.departsAfterMs;
  const routes = others
    .flatMap((ride) => toNearbyRoute(toPublicRide(ride), search))
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
  { points, departs_at, time_zone }: RideRow,
  { from, to }: Search,
): (NearbyRoute & {
  readonly apartM: number;
  readonly departsAtMs: number;
})[] {
  const [origin, ...others] = points;
  const [first] = others;
  if (!origin || !first) return [];
  const end = others.reduce((a, b) => (distanceM(b, to) < distanceM(a, to) ? b : a), first);
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
      timeZone: time_zone,
      date: dayIn(time_zone, departs_at),
      apartM,
      departsAtMs: departs_at.getTime(),
    },
  ];
}

const toPlace = ({ label, lat, lng }: Place): Place => ({
  label,
  lat,
  lng,
});
