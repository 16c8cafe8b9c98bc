import type { Money, Place } from "@commonlane/contract/shapes";
import { type Match, matchRide } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { asMatchRide } from "./match-ride.ts";
import { partOf } from "./ride-match.view.ts";
import { matchSettings } from "./ride-way.ts";
import type { RideRow } from "./rides.store.ts";
import { endsOf, moneyOf } from "./rides.view.ts";

/** Meeting points are told with a few decimals, so a point of the way may come back some metres beside it. */
export const BESIDE_THE_WAY_M = 50;
const ANY_TIME_MS = 30 * 86_400_000;

/** A passenger's part of a ride, measured. Legs are counted from 0. */
export interface RidePart {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly firstLeg: number;
  readonly lastLeg: number;
  readonly pickupAt: Date;
  readonly dropoffAt: Date;
  readonly detourM: number;
  readonly detourS: number;
  /** For one seat. */
  readonly contribution: Money | null;
}

/** When the pickup may be; any time where nothing is said. */
export interface PickupWindow {
  readonly after: Date;
  readonly before: Date;
}
interface Part {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly seats: number;
  readonly window?: PickupWindow | undefined;
}

/** What it costs to serve this part, or undefined where the rule of domain.md allows none. */
export const serves = (ctx: Context, row: RideRow, part: Part): Match | undefined =>
  matchOn(ctx, asMatchRide(row), part);

/** Where two places lie on a ride under the rule of domain.md, walking left to the seeker. @throws Problem off_route, ride_full or window_missed. */
export function partOfRide(
  ctx: Context,
  row: RideRow,
  {
    pickup,
    dropoff,
    seats,
    window,
  }: { pickup?: Place | undefined; dropoff?: Place | undefined } & Omit<Part, "pickup" | "dropoff">,
): RidePart {
  const { origin, destination } = endsOf(row.points);
  if (!pickup && !dropoff) return wholeWay(row, origin, destination, seats);
  const ends = { pickup: pickup ?? origin, dropoff: dropoff ?? destination };
  const ride = asMatchRide(row);
  const match = matchOn(ctx, ride, { ...ends, seats, window });
  if (!match) {
    const empty = { ...ride, seatsLeft: ride.seatsLeft.map(() => row.seats_total) };
    const fewer = Math.min(seats, row.seats_total);
    if (matchOn(ctx, empty, { ...ends, seats: fewer, window })) throw new Problem("ride_full");
    throw new Problem(matchOn(ctx, empty, { ...ends, seats: fewer }) ? "window_missed" : "off_route");
  }
  return {
    ...ends,
    firstLeg: match.pickupLeg,
    lastLeg: match.dropoffLeg,
    pickupAt: new Date(match.pickupAtMs),
    dropoffAt: new Date(match.dropoffAtMs),
    detourM: Math.round(match.detourM),
    detourS: Math.round(match.detourS),
    contribution: partOf(moneyOf(row), match.shareOfWay),
  };
}

const matchOn = (
  ctx: Context,
  ride: ReturnType<typeof asMatchRide>,
  { pickup, dropoff, seats, window }: Part,
): Match | undefined =>
  matchRide(
    ride,
    {
      from: pickup,
      to: dropoff,
      departsAfterMs: window?.after.getTime() ?? ride.departsAtMs - ANY_TIME_MS,
      departsBeforeMs: window?.before.getTime() ?? ride.departsAtMs + ANY_TIME_MS,
      seats,
      walkM: BESIDE_THE_WAY_M,
    },
    matchSettings(ctx.settings),
  );

function wholeWay(row: RideRow, pickup: Place, dropoff: Place, seats: number): RidePart {
  if (Math.min(...row.seats_left) < seats) throw new Problem("ride_full");
  return {
    pickup,
    dropoff,
    firstLeg: 0,
    lastLeg: row.seats_left.length - 1,
    pickupAt: row.departs_at,
    dropoffAt: row.arrives_at,
    detourM: 0,
    detourS: 0,
    contribution: moneyOf(row),
  };
}
