import { DAY_MS } from "@commonlane/contract/durations";
import type { Money, Place } from "@commonlane/contract/shapes";
import type { Match, Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { SeatAreas } from "#platform/db/schema/ride-tables.ts";
import { Problem } from "#platform/http/problem.ts";
import { toPlannedLeg } from "../driven-route/driven-route.ts";
import { addPassenger, type MeetingPoints } from "../driven-route/change-driven-route.ts";
import { contributionForShare } from "../search/ride-match.view.ts";
import { measureMatches, estimateMatch } from "../search/measure-matches.ts";
import { findRide, type RideRow } from "../rides.store.ts";
import { splitPoints, toMoney } from "../rides.view.ts";
import { toPublicRide } from "../route/public-route.ts";

/** Meeting points are told with a few decimals, so a point of the way may come back some metres beside it. */
export const ROUTE_TOLERANCE_M = 50;
const ANY_TIME_MS = 30 * DAY_MS;

/** A passenger's part of a ride, measured. Legs are counted from 0. */
export interface RideSegment {
  readonly pickup: Place;
  readonly dropoff: Place;
  /** What the seeker is told of an end of the ride until the seat is theirs, where that is not for everybody. */
  readonly approximateStops: SeatAreas | null;
  readonly firstLeg: number;
  readonly lastLeg: number;
  /** Where on the way as it is driven; null for who travels from end to end. */
  readonly meetingPoints: MeetingPoints | null;
  readonly pickupAt: Date;
  readonly dropoffAt: Date;
  readonly detourM: number;
  readonly detourS: number;
  /** How much of the driving is theirs, 0 to 1. */
  readonly shareOfRoute: number;
  /** For one seat. */
  readonly contribution: Money | null;
}

/** When the pickup may be; any time where nothing is said. */
export interface PickupWindow {
  readonly after: Date;
  readonly before: Date;
}
interface SegmentStops {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly seats: number;
  readonly window?: PickupWindow | undefined;
}

/**
 * What it costs to serve a part between two approximate places, or undefined if the rule of domain.md allows none. They may
 * lie half a square beside the route, so a host without detours still sees requests between points of their ride.
 */
export const matchApproximateSegment = (ctx: Context, row: RideRow, segment: SegmentStops): Match | undefined =>
  estimateMatch(ctx, row, toSearch(ctx, row, { ...segment, isApproximate: true }));

interface SegmentQuery extends Omit<SegmentStops, "pickup" | "dropoff"> {
  readonly pickup?: Place | undefined;
  readonly dropoff?: Place | undefined;
  /** Measured is where the ride goes, not what strangers are told of it: for a seat that is agreed. */
  readonly useExactRoute?: boolean;
  /** Where the two are as far as the host may know by now; measured are these, and as near as they are to them. */
  readonly approximateStops?: { readonly pickup: Place; readonly dropoff: Place } | undefined;
}

/** Asks for the roads that measureSegment will need, and has them remembered: it is asked in a transaction. */
export async function prefetchSegmentRoutes(ctx: Context, rideId: string, query: SegmentQuery): Promise<void> {
  const row = await findRide(ctx, rideId);
  if (row) await prefetchRideSegmentRoutes(ctx, row, query);
}

/** The same for a ride that is known. */
export async function prefetchRideSegmentRoutes(ctx: Context, row: RideRow, query: SegmentQuery): Promise<void> {
  if ((!query.pickup && !query.dropoff) || !ctx.routing.hasRoadData) return;
  // Whatever seats and hours are free by then.
  const empty = withAllSeatsFree(row);
  for (const useExactRoute of [false, true]) {
    const segment = await measureSegment(ctx, empty, { ...query, seats: 1, window: undefined, useExactRoute }).catch(
      undefinedIfProblem,
    );
    if (segment) await addPassenger(ctx, row, "", segment);
  }
}

function undefinedIfProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

/**
 * Where two places lie on a ride under the rule of domain.md, walking left to the seeker. Measured is what strangers are
 * told of the ride, so that nobody finds out more by asking. @throws Problem off_route, ride_full or window_missed.
 */
export async function measureSegment(ctx: Context, ride: RideRow, query: SegmentQuery): Promise<RideSegment> {
  const row = query.useExactRoute ? ride : toPublicRide(ride);
  const segment = toMeasurableSegment(row, query);
  const met = { ...pickupAndDropoff(ride, query), approximateStops: findApproximateStops(ride, query) };
  const { seats, window } = query;
  if (!query.pickup && !query.dropoff) return { ...fullRouteSegment(row, seats), ...met };
  const matchSegment = async (row: RideRow, segment: MeasurableSegment) =>
    (await measureMatches(ctx, [row], toSearch(ctx, row, segment))).get(row.id);
  const match = await matchSegment(row, segment);
  if (!match) {
    const empty = withAllSeatsFree(row);
    const fewer = { ...segment, seats: Math.min(seats, row.seats_total) };
    if (await matchSegment(empty, { ...fewer, window })) throw new Problem("ride_full");
    throw new Problem((await matchSegment(empty, { ...fewer, window: undefined })) ? "window_missed" : "off_route");
  }
  return {
    ...met,
    firstLeg: toPlannedLeg(row, match.pickupLeg),
    lastLeg: toPlannedLeg(row, match.dropoffLeg),
    meetingPoints: {
      in: { leg: match.pickupLeg, by: match.pickupBy, at: match.pickup },
      out: { leg: match.dropoffLeg, by: match.dropoffBy, at: match.dropoff },
    },
    pickupAt: new Date(match.pickupAtMs),
    dropoffAt: new Date(match.dropoffAtMs),
    detourM: Math.round(match.detourM),
    detourS: Math.round(match.detourS),
    shareOfRoute: match.shareOfRoute,
    contribution: contributionForShare(toMoney(row), match.shareOfRoute),
  };
}

const withAllSeatsFree = (row: RideRow): RideRow => ({ ...row, seats_left: row.seats_left.map(() => row.seats_total) });

/** Where they meet: what is said, else the ends of the ride. */
function pickupAndDropoff(
  { points }: RideRow,
  { pickup, dropoff }: SegmentQuery,
): Pick<RideSegment, "pickup" | "dropoff"> {
  const { origin, destination } = splitPoints(points);
  return { pickup: pickup ?? origin, dropoff: dropoff ?? destination };
}

function findApproximateStops({ told_way }: RideRow, { pickup, dropoff }: SegmentQuery): SeatAreas | null {
  if (!told_way) return null;
  const { origin, destination } = splitPoints(told_way.points);
  return { pickup: pickup ? null : origin, dropoff: dropoff ? null : destination };
}

function toMeasurableSegment(row: RideRow, query: SegmentQuery): MeasurableSegment {
  const { seats, window, approximateStops } = query;
  return {
    ...pickupAndDropoff(row, approximateStops ? { ...query, ...approximateStops } : query),
    seats,
    window,
    isApproximate: approximateStops !== undefined,
  };
}

type MeasurableSegment = SegmentStops & { readonly isApproximate?: boolean };

const toSearch = (
  { settings }: Context,
  { departs_at }: RideRow,
  { pickup, dropoff, seats, window, isApproximate }: MeasurableSegment,
): Search => ({
  from: pickup,
  to: dropoff,
  departsAfterMs: window?.after.getTime() ?? departs_at.getTime() - ANY_TIME_MS,
  departsBeforeMs: window?.before.getTime() ?? departs_at.getTime() + ANY_TIME_MS,
  seats,
  walkM: ROUTE_TOLERANCE_M + (isApproximate ? settings.PLACE_ROUNDING_M : 0),
});

function fullRouteSegment(row: RideRow, seats: number): Omit<RideSegment, "pickup" | "dropoff" | "approximateStops"> {
  if (Math.min(...row.seats_left) < seats) throw new Problem("ride_full");
  return {
    firstLeg: 0,
    lastLeg: row.seats_left.length - 1,
    pickupAt: row.departs_at,
    meetingPoints: null,
    dropoffAt: row.arrives_at,
    detourM: 0,
    detourS: 0,
    shareOfRoute: 1,
    contribution: toMoney(row),
  };
}
