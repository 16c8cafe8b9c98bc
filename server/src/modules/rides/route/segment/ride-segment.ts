import { DAY_MS } from "@commonlane/contract/durations";
import type { Money, PickupPlace, Place } from "@commonlane/contract/shapes";
import type { Match, Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { ApproximateStops } from "#platform/db/schema/ride-columns.ts";
import { Problem } from "#platform/http/problem.ts";
import { toPlannedLeg } from "../driven-route/driven-route.ts";
import { type MeetingPoint, type MeetingPoints } from "../driven-route/change-driven-route.ts";
import { contributionForShare } from "../../rules/price-steps.ts";
import { measureMatch, measureMatches } from "../../search/measure-matches.ts";
import type { RideRow } from "../../rides.store.ts";
import { splitPoints, toMoney } from "../../rides.view.ts";
import { hasLearnedPlaces, toPublicRide } from "../ride-forms.ts";

/** Meeting points in responses have few decimals, so a point of the route may come back some metres beside it. */
export const ROUTE_TOLERANCE_M = 50;
const ANY_TIME_MS = 30 * DAY_MS;

/** A measured segment of a ride for a passenger. Legs are numbered from 0. */
export interface RideSegment {
  readonly pickup: PickupPlace;
  readonly dropoff: PickupPlace;
  /** Approximate ends of the ride that the seeker sees until the seat is confirmed; null if both ends are public. */
  readonly approximateStops: ApproximateStops | null;
  readonly firstLeg: number;
  readonly lastLeg: number;
  /** Meeting points on the driven route; null for the whole ride. */
  readonly meetingPoints: MeetingPoints | null;
  /** The same on the public route, if the exact one goes to addresses of other passengers. */
  readonly publicMeetingPoints?: MeetingPoints;
  readonly pickupAt: Date;
  readonly dropoffAt: Date;
  readonly detourM: number;
  readonly detourS: number;
  /** Share of the whole drive, 0 to 1. */
  readonly shareOfRoute: number;
  /** For one seat. */
  readonly contribution: Money | null;
}

/** Range of pickup times; any time if omitted. */
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
 * Measures segments between two approximate places each; undefined where the rule of domain.md allows none. The places
 * may lie half a square beside the route, so a host without detours still sees requests between points of their ride.
 */
export const matchApproximateSegments = (
  ctx: Context,
  row: RideRow,
  segments: readonly SegmentStops[],
): Promise<readonly (Match | undefined)[]> =>
  measureMatches(
    ctx,
    segments.map((segment) => ({
      row,
      search: toSearch(ctx, row, {
        ...segment,
        isApproximate: true,
      }),
      places: "met",
    })),
  );

interface SegmentQuery extends Omit<SegmentStops, "pickup" | "dropoff"> {
  readonly pickup?: Place | undefined;
  readonly dropoff?: Place | undefined;
  /** Measure on the exact route instead of the public one: for confirmed seats. */
  readonly useExactRoute?: boolean;
  /**
   * Pickup and dropoff as far as the host may know them. If given, the segment is measured with these and with their
   * accuracy.
   */
  readonly approximateStops?:
    | {
        readonly pickup: Place;
        readonly dropoff: Place;
      }
    | undefined;
}

function undefinedIfProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

/**
 * Position of pickup and dropoff on a ride under the rule of domain.md; walking is up to the seeker. Measures the
 * public route by default, so that repeated calls reveal nothing more. On the exact route, too, the public one decides
 * before and after which stops of other passengers someone gets in and out: otherwise the order would reveal on which
 * side of a chosen place they live, one booking after the other. @throws Problem off_route, ride_full or window_missed.
 */
export async function measureSegment(
  ctx: Context,
  ride: RideRow,
  query: SegmentQuery,
): Promise<RideSegment> {
  if (!query.useExactRoute) return measureOn(ctx, ride, toPublicRide(ride), query);

  const exact = await measureOn(ctx, ride, ride, query);
  if (!goesToAddressesOfOthers(ride)) return exact;
  const known = await measureOn(ctx, ride, toPublicRide(ride), query).catch(undefinedIfProblem);
  return known ? inPublicOrder(exact, known) : exact;
}

function goesToAddressesOfOthers({ driven_route, public_route }: RideRow): boolean {
  return driven_route !== null || hasLearnedPlaces(public_route);
}

function inPublicOrder(
  exact: RideSegment,
  { meetingPoints, firstLeg, lastLeg }: RideSegment,
): RideSegment {
  if (!exact.meetingPoints || !meetingPoints) return exact;
  return {
    ...exact,
    firstLeg,
    lastLeg,
    meetingPoints: {
      in: onLegOf(exact.meetingPoints.in, meetingPoints.in),
      out: onLegOf(exact.meetingPoints.out, meetingPoints.out),
    },
    publicMeetingPoints: meetingPoints,
  };
}

/** On another leg, the exact route does not pass them. */
const onLegOf = (exact: MeetingPoint, { leg }: MeetingPoint): MeetingPoint =>
  exact.leg === leg
    ? exact
    : {
        ...exact,
        leg,
        by: "fetch",
      };

/** The segment on one form of the ride. */
async function measureOn(
  ctx: Context,
  ride: RideRow,
  row: RideRow,
  query: SegmentQuery,
): Promise<RideSegment> {
  const segment = toMeasurableSegment(row, query);
  const met = {
    ...pickupAndDropoff(ride, query),
    approximateStops: findApproximateStops(ride, query),
  };
  const { seats, window } = query;
  if (!query.pickup && !query.dropoff)
    return {
      ...fullRouteSegment(row, seats),
      ...met,
    };
  const matchSegment = (row: RideRow, segment: MeasurableSegment) =>
    measureMatch(ctx, {
      row,
      search: toSearch(ctx, row, segment),
      places: "met",
    });
  const match = await matchSegment(row, segment);
  if (!match) {
    const empty = withAllSeatsFree(row);
    const fewer = {
      ...segment,
      seats: Math.min(seats, row.seats_total),
    };
    if (
      await matchSegment(empty, {
        ...fewer,
        window,
      })
    )
      throw new Problem("ride_full");
    throw new Problem(
      (await matchSegment(empty, {
        ...fewer,
        window: undefined,
      }))
        ? "window_missed"
        : "off_route",
    );
  }
  return {
    ...met,
    firstLeg: toPlannedLeg(row, match.pickupLeg),
    lastLeg: toPlannedLeg(row, match.dropoffLeg),
    meetingPoints: {
      in: {
        leg: match.pickupLeg,
        by: match.pickupBy,
        at: match.pickup,
      },
      out: {
        leg: match.dropoffLeg,
        by: match.dropoffBy,
        at: match.dropoff,
      },
    },
    pickupAt: new Date(match.pickupAtMs),
    dropoffAt: new Date(match.dropoffAtMs),
    detourM: Math.round(match.detourM),
    detourS: Math.round(match.detourS),
    shareOfRoute: match.shareOfRoute,
    contribution: contributionForShare(toMoney(row), match.shareOfRoute),
  };
}

const withAllSeatsFree = (row: RideRow): RideRow => ({
  ...row,
  seats_left: row.seats_left.map(() => row.seats_total),
});

/** Meeting places: as requested, otherwise the ends of the ride. */
function pickupAndDropoff(
  { points }: RideRow,
  { pickup, dropoff }: SegmentQuery,
): Pick<RideSegment, "pickup" | "dropoff"> {
  const { origin, destination } = splitPoints(points);
  return {
    pickup: pickup ?? origin,
    dropoff: dropoff ?? destination,
  };
}

function findApproximateStops(
  { public_route }: RideRow,
  { pickup, dropoff }: SegmentQuery,
): ApproximateStops | null {
  if (!public_route) return null;
  const { origin, destination } = splitPoints(public_route.points);
  return {
    pickup: pickup ? null : origin,
    dropoff: dropoff ? null : destination,
  };
}

function toMeasurableSegment(row: RideRow, query: SegmentQuery): MeasurableSegment {
  const { seats, window, approximateStops } = query;
  return {
    ...pickupAndDropoff(
      row,
      approximateStops
        ? {
            ...query,
            ...approximateStops,
          }
        : query,
    ),
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

function fullRouteSegment(
  row: RideRow,
  seats: number,
): Omit<RideSegment, "pickup" | "dropoff" | "approximateStops"> {
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
