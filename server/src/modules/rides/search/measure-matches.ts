import type { LatLng } from "@commonlane/contract/shapes";
import { matchOnRoads, type Road, type RoadLookup, type RoadRide } from "@commonlane/matching/road-rule";
import { type Match, matchRide, type NearMiss, findNearMiss, type Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { toMatchRide } from "./to-match-ride.ts";
import { toRoadRide, simplifyRide } from "../route/route-geometry.ts";
import { matchSettings } from "../route/ride-route.ts";
import type { RideRow } from "../rides.store.ts";

/** A match, and whether its figures follow roads. */
export type MeasuredMatch = Match & { readonly routed: boolean };

/**
 * Matches of these rides by id, as exactly as possible: on roads if the routing engine knows them, otherwise estimated
 * from great circles.
 */
export async function measureMatches(
  ctx: Context,
  rows: readonly RideRow[],
  search: Search,
): Promise<ReadonlyMap<string, MeasuredMatch>> {
  const settings = matchSettings(ctx.settings);
  const routed = ctx.routing.hasRoadData ? rows.flatMap((row) => toRoadRide(row) ?? []) : [];
  const roads = await fetchRoads(ctx, routed, search);
  const roadMatches = new Map(routed.map((ride) => [ride.id, matchOnRoads(ride, search, roads, settings)]));
  const found = new Map<string, MeasuredMatch>();
  for (const row of rows) {
    const roadMatch = roadMatches.get(row.id);
    const routed = roadMatch !== undefined && !roadMatch.hasUnknownRoads;
    const match = routed ? roadMatch.match : estimateMatch(ctx, row, search);
    if (match) found.set(row.id, { ...match, routed });
  }
  return found;
}

/** Same without calling the routing engine: great circles between points of the line, if there is one. */
export function estimateMatch(ctx: Pick<Context, "settings">, row: RideRow, search: Search): Match | undefined {
  const simplified = simplifyRide(row);
  const match = matchRide(simplified?.ride ?? toMatchRide(row), search, matchSettings(ctx.settings));
  if (!match || !simplified) return match;
  const { pickupLeg, dropoffLeg } = match;
  return {
    ...match,
    pickupLeg: simplified.originalLegOf[pickupLeg] ?? pickupLeg,
    dropoffLeg: simplified.originalLegOf[dropoffLeg] ?? dropoffLeg,
  };
}

/** Near miss of a ride. Never calls the routing engine; uses the stored route line if there is one. */
export const estimateNearMiss = (
  { settings, routing: router }: Context,
  row: RideRow,
  search: Search,
): NearMiss | undefined =>
  findNearMiss((router.hasRoadData && simplifyRide(row)?.ride) || toMatchRide(row), search, matchSettings(settings));

/** Every road of the rule begins or ends at a point of the search, so two tables contain them all. */
async function fetchRoads(ctx: Context, rides: readonly RoadRide[], search: Search): Promise<RoadLookup> {
  const ends = [search.from, search.to];
  const [sources, targets] = [new Map<string, LatLng>(), new Map<string, LatLng>()];
  const recordPair: RoadLookup = (from, to) => {
    if (ends.includes(to)) sources.set(pointKey(from), from);
    else targets.set(pointKey(to), to);
    return undefined;
  };
  for (const ride of rides) matchOnRoads(ride, search, recordPair, matchSettings(ctx.settings));
  const knownRoads = new Map<string, Road | null>();
  const fetchTable = async (from: readonly LatLng[], to: readonly LatLng[]) => {
    const table = await ctx.routing.table(from, to);
    for (const [row, source] of from.entries()) {
      for (const [column, target] of to.entries()) {
        const road = table[row]?.[column];
        if (road !== undefined) knownRoads.set(`${pointKey(source)}>${pointKey(target)}`, road);
      }
    }
  };
  await Promise.all([
    sources.size > 0 && fetchTable([...sources.values()], ends),
    targets.size > 0 && fetchTable(ends, [...targets.values()]),
  ]);
  return (from, to) => knownRoads.get(`${pointKey(from)}>${pointKey(to)}`);
}

const pointKey = ({ lat, lng }: LatLng) => `${lat},${lng}`;
