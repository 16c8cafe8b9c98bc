import { DAY_MS } from "@commonlane/contract/durations";
import type { Money, Place } from "@commonlane/contract/shapes";
import type { Match, Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { SeatAreas } from "#platform/db/ride-tables.ts";
import { Problem } from "#platform/http/problem.ts";
import { plannedLeg } from "./driven-way.ts";
import { drivenWith, type Insertion } from "./driving.ts";
import { partOf } from "./ride-match.view.ts";
import { measured, reckoned } from "./ride-roads.ts";
import { findRide, type RideRow } from "./rides.store.ts";
import { endsOf, moneyOf } from "./rides.view.ts";
import { asTold } from "./told-way.ts";

/** Meeting points are told with a few decimals, so a point of the way may come back some metres beside it. */
export const BESIDE_THE_WAY_M = 50;
const ANY_TIME_MS = 30 * DAY_MS;

/** A passenger's part of a ride, measured. Legs are counted from 0. */
export interface RidePart {
  readonly pickup: Place;
  readonly dropoff: Place;
  /** What the seeker is told of an end of the ride until the seat is theirs, where that is not for everybody. */
  readonly areas: SeatAreas | null;
  readonly firstLeg: number;
  readonly lastLeg: number;
  /** Where on the way as it is driven; null for who travels from end to end. */
  readonly met: Insertion | null;
  readonly pickupAt: Date;
  readonly dropoffAt: Date;
  readonly detourM: number;
  readonly detourS: number;
  /** How much of the driving is theirs, 0 to 1. */
  readonly shareOfWay: number;
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

/**
 * What it costs to serve a part between two approximate places, or undefined if the rule of domain.md allows none. They may
 * lie half a square beside the route, so a host without detours still sees requests between points of their ride.
 */
export const servesAbout = (ctx: Context, row: RideRow, part: Part): Match | undefined =>
  reckoned(ctx, row, searchFor(ctx, row, { ...part, isAbout: true }));

interface AskedPart extends Omit<Part, "pickup" | "dropoff"> {
  readonly pickup?: Place | undefined;
  readonly dropoff?: Place | undefined;
  /** Measured is where the ride goes, not what strangers are told of it: for a seat that is agreed. */
  readonly exactly?: boolean;
  /** Where the two are as far as the host may know by now; measured are these, and as near as they are to them. */
  readonly about?: { readonly pickup: Place; readonly dropoff: Place } | undefined;
}

/** Asks for the roads that partOfRide will need, and has them remembered: it is asked in a transaction. */
export async function learnRoads(ctx: Context, rideId: string, asked: AskedPart): Promise<void> {
  const row = await findRide(ctx, rideId);
  if (row) await learnRoadsOf(ctx, row, asked);
}

/** The same for a ride that is known. */
export async function learnRoadsOf(ctx: Context, row: RideRow, asked: AskedPart): Promise<void> {
  if ((!asked.pickup && !asked.dropoff) || !ctx.router.knowsRoads) return;
  // Whatever seats and hours are free by then.
  const empty = emptied(row);
  for (const exactly of [false, true]) {
    const part = await partOfRide(ctx, empty, { ...asked, seats: 1, window: undefined, exactly }).catch(notServed);
    if (part) await drivenWith(ctx, row, "", part);
  }
}

function notServed(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

/**
 * Where two places lie on a ride under the rule of domain.md, walking left to the seeker. Measured is what strangers are
 * told of the ride, so that nobody finds out more by asking. @throws Problem off_route, ride_full or window_missed.
 */
export async function partOfRide(ctx: Context, known: RideRow, asked: AskedPart): Promise<RidePart> {
  const row = asked.exactly ? known : asTold(known);
  const ends = endsFor(row, asked);
  const met = { ...meetingIn(known, asked), areas: areasOf(known, asked) };
  const { seats, window } = asked;
  if (!asked.pickup && !asked.dropoff) return { ...wholeWay(row, seats), ...met };
  const matchOn = async (row: RideRow, part: MeasuredPart) =>
    (await measured(ctx, [row], searchFor(ctx, row, part))).get(row.id);
  const match = await matchOn(row, ends);
  if (!match) {
    const empty = emptied(row);
    const fewer = { ...ends, seats: Math.min(seats, row.seats_total) };
    if (await matchOn(empty, { ...fewer, window })) throw new Problem("ride_full");
    throw new Problem((await matchOn(empty, { ...fewer, window: undefined })) ? "window_missed" : "off_route");
  }
  return {
    ...met,
    firstLeg: plannedLeg(row, match.pickupLeg),
    lastLeg: plannedLeg(row, match.dropoffLeg),
    met: {
      in: { leg: match.pickupLeg, by: match.pickupBy, at: match.pickup },
      out: { leg: match.dropoffLeg, by: match.dropoffBy, at: match.dropoff },
    },
    pickupAt: new Date(match.pickupAtMs),
    dropoffAt: new Date(match.dropoffAtMs),
    detourM: Math.round(match.detourM),
    detourS: Math.round(match.detourS),
    shareOfWay: match.shareOfWay,
    contribution: partOf(moneyOf(row), match.shareOfWay),
  };
}

const emptied = (row: RideRow): RideRow => ({ ...row, seats_left: row.seats_left.map(() => row.seats_total) });

/** Where they meet: what is said, else the ends of the ride. */
function meetingIn({ points }: RideRow, { pickup, dropoff }: AskedPart): Pick<RidePart, "pickup" | "dropoff"> {
  const { origin, destination } = endsOf(points);
  return { pickup: pickup ?? origin, dropoff: dropoff ?? destination };
}

function areasOf({ told_way }: RideRow, { pickup, dropoff }: AskedPart): SeatAreas | null {
  if (!told_way) return null;
  const { origin, destination } = endsOf(told_way.points);
  return { pickup: pickup ? null : origin, dropoff: dropoff ? null : destination };
}

function endsFor(row: RideRow, asked: AskedPart): MeasuredPart {
  const { seats, window, about } = asked;
  return { ...meetingIn(row, about ? { ...asked, ...about } : asked), seats, window, isAbout: about !== undefined };
}

type MeasuredPart = Part & { readonly isAbout?: boolean };

const searchFor = (
  { settings }: Context,
  { departs_at }: RideRow,
  { pickup, dropoff, seats, window, isAbout }: MeasuredPart,
): Search => ({
  from: pickup,
  to: dropoff,
  departsAfterMs: window?.after.getTime() ?? departs_at.getTime() - ANY_TIME_MS,
  departsBeforeMs: window?.before.getTime() ?? departs_at.getTime() + ANY_TIME_MS,
  seats,
  walkM: BESIDE_THE_WAY_M + (isAbout ? settings.PLACE_ROUNDED_TO_M : 0),
});

function wholeWay(row: RideRow, seats: number): Omit<RidePart, "pickup" | "dropoff" | "areas"> {
  if (Math.min(...row.seats_left) < seats) throw new Problem("ride_full");
  return {
    firstLeg: 0,
    lastLeg: row.seats_left.length - 1,
    pickupAt: row.departs_at,
    met: null,
    dropoffAt: row.arrives_at,
    detourM: 0,
    detourS: 0,
    shareOfWay: 1,
    contribution: moneyOf(row),
  };
}
