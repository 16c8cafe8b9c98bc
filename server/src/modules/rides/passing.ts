import { DAY_MS } from "@commonlane/contract/durations";
import { HOST_AHEAD_DAYS } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import { cursorOf, type MatchCursor } from "@commonlane/matching/corridor-index";
import type { Match, Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { RideIndex } from "./ride-index.ts";
import { BESIDE_THE_WAY_M, type PickupWindow } from "./ride-part.ts";
import { reckoned } from "./ride-roads.ts";
import { findRides, type RideRow } from "./rides.store.ts";
import { asTold } from "./told-way.ts";

/** A way that somebody wishes to ride along. */
export interface WishedWay {
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
interface PassingRide {
  readonly row: RideRow;
  readonly match: Match;
}

const BATCH = 100;

/**
 * Rides still to leave that fit a wish under the rule of domain.md, best first, as the database has them now and
 * strangers are told of them; at most `limit`. Who may see them is for the caller to say.
 */
export async function ridesPassing(
  ctx: Context,
  index: RideIndex,
  wish: WishedWay,
  limit: number,
): Promise<PassingRide[]> {
  const search = searchOf(ctx, wish);
  const rides = await index.upToDate();
  const passing: PassingRide[] = [];
  let after: MatchCursor | undefined;
  for (let more = true; more && passing.length < limit;) {
    const batch = rides.find(search, { limit: BATCH, after });
    const last = batch.at(-1);
    more = batch.length === BATCH;
    if (last) after = cursorOf(last);
    const rows = await findRides(
      ctx,
      batch.map(({ rideId }) => rideId),
    );
    const byId = new Map(rows.map((row) => [row.id, asTold(row)]));
    for (const { rideId } of batch) {
      const row = byId.get(rideId);
      const match = row && passes(ctx, row, wish);
      if (row && match) passing.push({ row, match });
    }
  }
  return passing.slice(0, limit);
}

/**
 * How a ride that is still to leave passes a wished way, or undefined where it does not; reckoned without asking a router,
 * because whoever asks here holds a transaction.
 */
export function passes(ctx: Context, row: RideRow, wish: WishedWay): Match | undefined {
  if (row.status !== "scheduled" || row.departs_at <= ctx.now()) return undefined;
  return reckoned(ctx, row, searchOf(ctx, wish));
}

function searchOf({ now, settings }: Context, { origin, destination, seats, walkM, window, at }: WishedWay): Search {
  const nowMs = now().getTime();
  const departsAfterMs = window?.after.getTime() ?? nowMs;
  return {
    from: origin,
    to: destination,
    departsAfterMs,
    departsBeforeMs: window?.before.getTime() ?? nowMs + (HOST_AHEAD_DAYS + 2) * DAY_MS,
    atMs: at?.getTime() ?? departsAfterMs,
    seats,
    walkM: walkM ?? BESIDE_THE_WAY_M + settings.PLACE_ROUNDED_TO_M,
  };
}
