import {
  findRoadNearMiss,
  matchOnRoads,
  type RoadLookup,
  type RoadRide,
} from "@commonlane/matching/road-rule";
import {
  type Match,
  type MatchRide,
  matchRide,
  type MatchSettings,
  type NearMiss,
  findNearMiss,
  type Search,
} from "@commonlane/matching/rule";
import type { LatLng } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import {
  type MeetingOptions,
  type SearchPlaces,
  withMeetingPoints,
} from "../route/meeting/meeting-points.ts";
import type { MeetingContext } from "../route/meeting/search-walks.ts";
import { toMatchRide, toRoadRide } from "../route/route-geometry.ts";
import { matchSettings } from "../route/ride-route.ts";
import type { RideRow } from "../rides.store.ts";

/** A result, and whether its figures follow roads. */
export type MeasuredMatch = Match & { readonly routed: boolean };
export type MeasuredNearMiss = NearMiss & { readonly routed: boolean };

/** A ride and a search that it may fit. */
export interface RideAndSearch {
  readonly row: RideRow;
  readonly search: Search;
  /** The points of the ride on roads as the index has them: the routing engine knows these objects. */
  readonly points?: readonly LatLng[] | undefined;
  /** "walk" if omitted. */
  readonly places?: SearchPlaces | undefined;
}

/** The roads of all built regions, as the matching rule looks them up. */
export const roadsOf =
  ({ routing }: Pick<Context, "routing">): RoadLookup =>
  (from, to) =>
    routing.road(from, to);

type MeasureContext = MeetingContext & Pick<Context, "settings">;

/**
 * The match of each pair under the rule of domain.md, or undefined, in the same order. The only place that decides it:
 * search, day counts, alerts, lists of requests, offers and bookings all ask here.
 */
export const measureMatches = (
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
): Promise<readonly (MeasuredMatch | undefined)[]> => measure(ctx, pairs, MATCHES);

/** Same for near misses. A ride that matches is none. */
export const measureNearMisses = (
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
): Promise<readonly (MeasuredNearMiss | undefined)[]> => measure(ctx, pairs, NEAR_MISSES);

/** The match of one pair. */
export const measureMatch = async (
  ctx: MeasureContext,
  pair: RideAndSearch,
): Promise<MeasuredMatch | undefined> => (await measureMatches(ctx, [pair]))[0];

/** Matches or near misses: the rule on known roads and the one on great circles. */
interface Rule<T> {
  readonly onRoads: (
    ride: RoadRide,
    search: Search,
    roads: RoadLookup,
    settings: MatchSettings,
  ) => {
    readonly found: T | undefined;
    readonly isEstimated: boolean;
  };
  readonly onGreatCircles: (
    ride: MatchRide,
    search: Search,
    settings: MatchSettings,
  ) => T | undefined;
  /** The longest walk of a result, as a multiple of the walk that the search allows. */
  readonly walkFactor: (settings: MatchSettings) => number;
}

const MATCHES: Rule<Match> = {
  onRoads: (...input) => {
    const { match, ...rest } = matchOnRoads(...input);
    return { found: match, ...rest };
  },
  onGreatCircles: matchRide,
  walkFactor: () => 1,
};

const NEAR_MISSES: Rule<NearMiss> = {
  onRoads: (...input) => {
    const { miss, ...rest } = findRoadNearMiss(...input);
    return { found: miss, ...rest };
  },
  onGreatCircles: findNearMiss,
  walkFactor: ({ nearMissWalkFactor }) => nearMissWalkFactor,
};

async function measure<T extends object>(
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
  rule: Rule<T>,
): Promise<readonly ((T & { readonly routed: boolean }) | undefined)[]> {
  const settings = matchSettings(ctx.settings);
  const walkFactor = rule.walkFactor(settings);
  const rides = await toRoadRides(ctx, pairs, {
    settings,
    walkFactor,
  });
  const roads = roadsOf(ctx);
  return pairs.map(({ row, search }, n) => {
    const ride = rides[n];
    if (!ride) {
      const found = rule.onGreatCircles(toMatchRide(row), search, settings);
      return found && { ...found, routed: false };
    }
    const { found, isEstimated } = rule.onRoads(ride, search, roads, settings);
    return (
      found && {
        ...found,
        routed: !isEstimated,
      }
    );
  });
}

/** The ride of each pair with its line and its meeting points; undefined if its route is an estimate. */
async function toRoadRides(
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
  options: MeetingOptions,
): Promise<readonly (RoadRide | undefined)[]> {
  const byRow = new Map<RideRow, RoadRide | undefined>();
  for (const { row, points } of pairs)
    if (!byRow.has(row)) byRow.set(row, withKnownPoints(toRoadRide(row), points));
  const onLines = pairs.flatMap((pair, n) => {
    const ride = byRow.get(pair.row);
    return ride
      ? [
          {
            ...pair,
            ride,
            n,
          },
        ]
      : [];
  });
  const withPoints = await withMeetingPoints(ctx, onLines, options);
  const result: (RoadRide | undefined)[] = pairs.map(() => undefined);
  for (const [k, { n }] of onLines.entries()) result[n] = withPoints[k];
  return result;
}

function withKnownPoints(
  ride: RoadRide | undefined,
  known: readonly LatLng[] | undefined,
): RoadRide | undefined {
  if (!ride || known?.length !== ride.points.length) return ride;
  const areSame = ride.points.every(
    ({ lat, lng }, n) => lat === known[n]?.lat && lng === known[n]?.lng,
  );
  return areSame ? { ...ride, points: known } : ride;
}
