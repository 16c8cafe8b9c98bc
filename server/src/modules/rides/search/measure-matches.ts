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
import type { Context } from "#platform/context.ts";
import {
  type MeetingContext,
  type MeetingOptions,
  type SearchPlaces,
  withMeetingPoints,
} from "../meeting/meeting-points.ts";
import { loadRoads } from "./load-roads.ts";
import { toMatchRide } from "./to-match-ride.ts";
import { toRoadRide, simplifyRide } from "../route/route-geometry.ts";
import { matchSettings } from "../route/ride-route.ts";
import type { MeasuredRow } from "../measured-ride.store.ts";

/** A result, and whether its figures follow roads. */
export type MeasuredMatch = Match & { readonly routed: boolean };
export type MeasuredNearMiss = NearMiss & { readonly routed: boolean };

/** A ride and a search that it may fit. */
export interface RideAndSearch {
  readonly row: MeasuredRow;
  readonly search: Search;
  /** "walk" if omitted. */
  readonly places?: SearchPlaces | undefined;
}

/**
 * Where the roads between rides and searches come from. If the routing engine fails, the caller repeats a whole answer
 * with "estimate", so that its results do not contradict each other.
 */
export type RoadSource = "routing-engine" | "estimate";

export interface Measurement<T> {
  /** A result or undefined for each pair, in the same order. */
  readonly results: readonly (T | undefined)[];
  /** True if a road was missing that decides about a result, which was estimated instead. */
  readonly hasMissingRoads: boolean;
}

type MeasureContext = MeetingContext & Pick<Context, "settings">;

/**
 * The match of each pair under the rule of domain.md. The only place that decides it: search, day counts, alerts, lists
 * of requests, offers and bookings all ask here. All pairs together need a few calls of the routing engine.
 */
export const measureMatches = (
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
  source: RoadSource = "routing-engine",
): Promise<Measurement<MeasuredMatch>> => measure(ctx, pairs, source, MATCHES);

/** Same for near misses. A ride that matches is none. */
export const measureNearMisses = (
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
  source: RoadSource = "routing-engine",
): Promise<Measurement<MeasuredNearMiss>> => measure(ctx, pairs, source, NEAR_MISSES);

/** Matches of pairs that belong to one answer: if a road is missing, all are estimated. */
export async function measureAnswer(
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
): Promise<readonly (MeasuredMatch | undefined)[]> {
  const { results, hasMissingRoads } = await measureMatches(ctx, pairs);
  return hasMissingRoads ? (await measureMatches(ctx, pairs, "estimate")).results : results;
}

/** The match of one pair. */
export const measureMatch = async (
  ctx: MeasureContext,
  pair: RideAndSearch,
): Promise<MeasuredMatch | undefined> => (await measureMatches(ctx, [pair])).results[0];

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
    readonly hasUnknownRoads: boolean;
  };
  readonly onGreatCircles: (
    ride: MatchRide,
    search: Search,
    settings: MatchSettings,
  ) => T | undefined;
  /** The longest walk of a result, as a multiple of the walk that the search allows. */
  readonly walkFactor: (settings: MatchSettings) => number;
  /** Maps the legs of a result. */
  readonly withLegs: (found: T, legOf: (leg: number) => number) => T;
}

const mapLegs = (match: Match, legOf: (leg: number) => number): Match => ({
  ...match,
  pickupLeg: legOf(match.pickupLeg),
  dropoffLeg: legOf(match.dropoffLeg),
});

const MATCHES: Rule<Match> = {
  onRoads: (...input) => {
    const { match, ...rest } = matchOnRoads(...input);
    return { found: match, ...rest };
  },
  onGreatCircles: matchRide,
  walkFactor: () => 1,
  withLegs: mapLegs,
};

const NEAR_MISSES: Rule<NearMiss> = {
  onRoads: (...input) => {
    const { miss, ...rest } = findRoadNearMiss(...input);
    return { found: miss, ...rest };
  },
  onGreatCircles: findNearMiss,
  walkFactor: ({ nearMissWalkFactor }) => nearMissWalkFactor,
  withLegs: (miss, legOf) => ({ ...miss, match: mapLegs(miss.match, legOf) }),
};

async function measure<T extends object>(
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
  source: RoadSource,
  rule: Rule<T>,
): Promise<Measurement<T & { readonly routed: boolean }>> {
  const settings = matchSettings(ctx.settings);
  const onRoads = source === "routing-engine" && ctx.routing.hasRoadData;
  const rides = await toRoadRides(ctx, pairs, {
    onRoads,
    settings,
    walkFactor: rule.walkFactor(settings),
  });
  /** Results that need no road, by position: most rides, because no road can be short enough. */
  const withoutRoads = new Map<number, T | undefined>();
  const roads = onRoads
    ? await loadRoads(
        (from, to) => ctx.routing.table(from, to),
        (lookup) => {
          for (const [n, { search }] of pairs.entries()) {
            const ride = rides[n];
            const measured = ride && rule.onRoads(ride, search, lookup, settings);
            if (measured && !measured.hasUnknownRoads) withoutRoads.set(n, measured.found);
          }
        },
      )
    : undefined;
  let hasMissingRoads = false;
  const results = pairs.map(({ row, search }, n) => {
    const ride = rides[n];
    if (!ride) return withSource(rule.onGreatCircles(toMatchRide(row), search, settings), false);
    if (withoutRoads.has(n)) return withSource(withoutRoads.get(n), true);
    const measured = roads && rule.onRoads(ride, search, roads, settings);
    if (measured && !measured.hasUnknownRoads)
      return withSource(measured.found, !measured.isEstimated);
    if (measured) hasMissingRoads = true;
    return withSource(estimateAlongLine(ride, search, settings, rule), false);
  });
  return { results, hasMissingRoads };
}

/** The ride of each pair with its line, and with its meeting points if roads decide; undefined if it is an estimate. */
async function toRoadRides(
  ctx: MeasureContext,
  pairs: readonly RideAndSearch[],
  { onRoads, ...options }: MeetingOptions & { readonly onRoads: boolean },
): Promise<readonly (RoadRide | undefined)[]> {
  const byRow = new Map<MeasuredRow, RoadRide | undefined>();
  for (const { row } of pairs) if (!byRow.has(row)) byRow.set(row, toRoadRide(row));
  const rides = pairs.map(({ row }) => byRow.get(row));
  if (!onRoads) return rides;
  const onLines = pairs.flatMap((pair, n) => {
    const ride = rides[n];
    return ride ? [{ ...pair, ride, n }] : [];
  });
  const withPoints = await withMeetingPoints(ctx, onLines, options);
  const result: (RoadRide | undefined)[] = pairs.map(() => undefined);
  for (const [k, { n }] of onLines.entries()) result[n] = withPoints[k];
  return result;
}

const withSource = <T extends object>(found: T | undefined, routed: boolean) =>
  found && { ...found, routed };

/** Great circles between points of the ride's line. */
function estimateAlongLine<T>(
  ride: RoadRide,
  search: Search,
  settings: MatchSettings,
  rule: Rule<T>,
): T | undefined {
  const simplified = simplifyRide(ride);
  const found = rule.onGreatCircles(simplified.ride, search, settings);
  return found && rule.withLegs(found, (leg) => simplified.originalLegOf[leg] ?? leg);
}
