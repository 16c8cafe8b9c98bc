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

/** A way that somebody wishes to ride along. */
export interface RouteCriteria {
  readonly origin: LatLng;
  readonly destination: LatLng;
  readonly seats: number;
  /** If left out, the two places are approximate, and nobody walks further than they may be off. */
  readonly walkM?: number;
  /** Any day that rides are hosted for where nothing is said. */
  readonly window: PickupWindow | undefined;
  /** The wanted pickup; the soonest where nothing is said. */
  readonly at?: Date | undefined;
}
interface RideAlongRoute {
  readonly row: RideRow;
  readonly match: Match;
}

const BATCH = 100;

/**
 * Rides still to leave that fit a wish under the rule of domain.md, best first, as the database has them now and
 * strangers are told of them; at most `limit`. Who may see them is for the caller to say.
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
  for (let more = true; more && found.length < limit;) {
    const batch = rides.find(search, { limit: BATCH, after });
    const last = batch.at(-1);
    more = batch.length === BATCH;
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
 * How a ride that is still to leave passes a wished way, or undefined where it does not; reckoned without asking a router,
 * because whoever asks here holds a transaction.
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
