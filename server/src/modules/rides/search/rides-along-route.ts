import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import { toMatchCursor, type MatchCursor } from "@commonlane/matching/corridor-index";
import type { Match, Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { RideIndex } from "../ride-index/ride-index.ts";
import { ROUTE_TOLERANCE_M, type PickupWindow } from "../segment/ride-segment.ts";
import { estimateMatch } from "./measure-matches.ts";
import { findRides, type RideRow } from "../rides.store.ts";
import { toPublicRide } from "../route/public-route.ts";

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

const BATCH = 100;

/**
 * Upcoming rides that match the criteria under the rule of domain.md, best first, from the current database and as
 * strangers see them; at most `limit`. Callers must check who may see them.
 */
export async function findRidesAlongRoute(
  ctx: Context,
  index: RideIndex,
  criteria: RouteCriteria,
  limit: number,
): Promise<RideAlongRoute[]> {
  const search = toSearch(ctx, criteria);
  const rides = await index.getUpToDate();
  const found: RideAlongRoute[] = [];
  let after: MatchCursor | undefined;
  for (let hasMore = true; hasMore && found.length < limit;) {
    const batch = rides.find(search, { limit: BATCH, after });
    const last = batch.at(-1);
    hasMore = batch.length === BATCH;
    if (last) after = toMatchCursor(last);
    const rows = await findRides(
      ctx,
      batch.map(({ rideId }) => rideId),
    );
    const byId = new Map(rows.map((row) => [row.id, toPublicRide(row)]));
    for (const { rideId } of batch) {
      const row = byId.get(rideId);
      const match = row && matchAlongRoute(ctx, row, criteria);
      if (row && match) found.push({ row, match });
    }
  }
  return found.slice(0, limit);
}

/**
 * The match of an upcoming ride with these criteria, or undefined. Never calls the routing engine, because callers hold
 * a transaction.
 */
export function matchAlongRoute(ctx: Context, row: RideRow, criteria: RouteCriteria): Match | undefined {
  if (row.status !== "scheduled" || row.departs_at <= ctx.now()) return undefined;
  return estimateMatch(ctx, row, toSearch(ctx, criteria));
}

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
