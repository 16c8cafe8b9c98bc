import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import {
  type FindOptions,
  type MatchCursor,
  toMatchCursor,
} from "@commonlane/matching/corridor-index";
import type { RoadRide } from "@commonlane/matching/road-rule";
import { PairFilter } from "@commonlane/matching/roads/pair-filter";
import type { Match, Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import { ROUTE_TOLERANCE_M, type PickupWindow } from "../route/segment/ride-segment.ts";
import type { SearchPlaces } from "../route/meeting/meeting-points.ts";
import { measureMatches, roadsOf } from "./measure-matches.ts";
import { fullCandidates, measureFullRides } from "./full-rides.ts";
import { openIndex } from "./open-index.ts";
import { pairsWith } from "./pair-rides.ts";
import { findBest } from "./search-engine.ts";
import { findRides, type RideRow } from "../rides.store.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import { toRoadRide } from "../route/route-geometry.ts";
import { matchSettings } from "../route/ride-route.ts";

/** A route that a seeker wants to travel. */
export interface RouteCriteria {
  readonly origin: LatLng;
  readonly destination: LatLng;
  readonly seats: number;
  /** If omitted, both places are approximate, and the walk is limited to their possible error. */
  readonly walkM?: number;
  /** If undefined, any day within the booking horizon. */
  readonly window: PickupWindow | undefined;
  /** Preferred pickup; the earliest if omitted. */
  readonly at?: Date | undefined;
}
interface RideAlongRoute {
  readonly row: RideRow;
  readonly match: Match;
}

/**
 * Upcoming rides that this user may find and that match the criteria under the rule of domain.md, best first, from the
 * current database and as strangers see them; at most `limit`. With `full`, those that would match if they had enough
 * free seats.
 */
export async function findRidesAlongRoute(
  ctx: Context,
  index: RideIndex,
  criteria: RouteCriteria,
  {
    viewerUid,
    limit,
    full = false,
  }: {
    readonly viewerUid: string;
    readonly limit: number;
    readonly full?: boolean;
  },
): Promise<RideAlongRoute[]> {
  const search = toSearch(ctx, criteria);
  const places = placesOf(criteria);
  const open = await openIndex(ctx, index, { uid: viewerUid }, search);
  const { rides, hidden } = open;
  const measure = full ? measureFullRides : measureMatches;
  const evaluate = async (ids: readonly string[]) => {
    const rows = (await findRides(ctx, ids))
      .map(toPublicRide)
      .filter((row) => isUpcoming(ctx, row));
    const pairs = pairsWith(rides, rows, search).map((pair) => ({
      ...pair,
      places,
    }));
    const matches = await measure(ctx, pairs);
    return rows.flatMap((row, n) => {
      const match = matches[n];
      return match
        ? [
            {
              row,
              match,
              rank: toMatchCursor(match),
            },
          ]
        : [];
    });
  };
  const withSeats = {
    list: (options: FindOptions) =>
      rides.candidates(search, {
        ...options,
        without: hidden,
        roads: roadsOf(ctx),
      }),
    hasBounds: rides.hasRoads,
  };
  const candidates = full ? fullCandidates(ctx, rides, { ...open, search }) : withSeats;
  const found: RideAlongRoute[] = [];
  let after: MatchCursor | undefined;
  do {
    const page = await findBest(candidates, evaluate, {
      limit,
      after,
      maxTermsS: 0,
    });
    found.push(...page.found);
    after = page.next;
  } while (after && found.length < limit);
  return found.slice(0, limit);
}

/** A ride as strangers see it, and what a seeker wants. */
export interface RideAndCriteria {
  readonly row: RideRow;
  readonly criteria: RouteCriteria;
}

/**
 * The match of each upcoming ride with its criteria, or undefined, in the same order. What is found for criteria, such as
 * walks, is found once for all rides with the same object.
 */
export async function matchAlongRoutes(
  ctx: Context,
  pairs: readonly RideAndCriteria[],
): Promise<readonly (Match | undefined)[]> {
  const searches = new Map<RouteCriteria, Search>();
  const searchOf = (criteria: RouteCriteria): Search => {
    let search = searches.get(criteria);
    if (!search) searches.set(criteria, (search = toSearch(ctx, criteria)));
    return search;
  };
  const mayMatch = createPairFilter(ctx);
  // Roads at a ride are then looked up for all its pairs, one after the other.
  const byRide = [...Map.groupBy(pairs, ({ row }) => row).values()].flat();
  const possible = byRide.filter(
    ({ row, criteria }) => isUpcoming(ctx, row) && mayMatch(row, searchOf(criteria)),
  );
  const results = await measureMatches(
    ctx,
    possible.map(({ row, criteria }) => ({
      row,
      search: searchOf(criteria),
      places: placesOf(criteria),
    })),
  );
  const matches = new Map(possible.map((pair, n) => [pair, results[n]]));
  return pairs.map((pair) => matches.get(pair));
}

/** False only for pairs that do not match: most of those that a statement finds. Estimated rides are not decided. */
function createPairFilter(ctx: Context): (row: RideRow, search: Search) => boolean {
  const filter = new PairFilter(roadsOf(ctx), matchSettings(ctx.settings));
  const rides = new Map<RideRow, RoadRide | undefined>();
  return (row, search) => {
    if (!rides.has(row)) rides.set(row, toRoadRide(row));
    const ride = rides.get(row);
    return ride === undefined || filter.mayMatch(ride, search);
  };
}

const placesOf = ({ walkM }: RouteCriteria): SearchPlaces => (walkM === undefined ? "met" : "walk");

const isUpcoming = ({ now }: Pick<Context, "now">, { status, departs_at }: RideRow): boolean =>
  status === "scheduled" && departs_at > now();

function toSearch(
  { now, settings }: Context,
  { origin, destination, seats, walkM, window, at }: RouteCriteria,
): Search {
  const nowMs = now().getTime();
  const departsAfterMs = window?.after.getTime() ?? nowMs;
  return {
    from: origin,
    to: destination,
    departsAfterMs,
    departsBeforeMs: window?.before.getTime() ?? nowMs + (RIDE_MAX_DAYS_AHEAD + 2) * DAY_MS,
    atMs: at?.getTime() ?? departsAfterMs,
    seats,
    walkM: walkM ?? ROUTE_TOLERANCE_M + settings.PLACE_ROUNDING_M,
  };
}
