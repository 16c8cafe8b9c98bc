import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { isListedPublicPlace, maxApproximationM } from "#modules/privacy/approximate/index.ts";
import {
  toPublicRide,
  matchSettings,
  measureSegment,
  type RideSegment,
} from "#modules/rides/route/index.ts";
import { splitPoints, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";
import { type PassengerStops, type RequestedStops, approximateStops } from "./visible-stops.ts";

interface RequestedSegment extends RequestedStops {
  readonly seats: number;
}
const SAME_PLACE_M = 1;
/** More than any host allows. Used only when the exact places are already known to fit. */
const UNLIMITED_DETOUR = {
  max_detour_m: 1_000_000,
  max_detour_s: 86_400,
};

/**
 * The approximate segment that is stored until the host accepts. Everything except the seeker's own copy of the two
 * exact places derives from the approximate ones, so two addresses in one square give the same record, decisions and
 * views. An approximate place may be farther from the route than the exact one, so the detour may exceed the host's
 * limit by that much.
 * @throws Problem off_route or ride_full
 */
export const approximateSegment = (
  ctx: Context,
  ride: RideRow,
  requested: RequestedSegment,
): Promise<RideSegment> => measureOnPublicRoute(ctx, withApproximationSlack(ctx, ride), requested);

/**
 * Like `approximateSegment` for a new request whose exact places fit: the approximate ones alone never cause a refusal.
 * @throws Problem ride_full
 */
export async function approximateSegmentOfNewRequest(
  ctx: Context,
  ride: RideRow,
  requested: RequestedSegment,
): Promise<RideSegment> {
  try {
    return await approximateSegment(ctx, ride, requested);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "ride_full") throw error;
    return measureOnPublicRoute(ctx, withUnlimitedDetour(ride), requested);
  }
}

/** The same with the times of the exact places, for the seeker, who saw them in the search. */
export function withQuotedTimes(approximate: RideSegment, quoted: RideSegment): RideSegment {
  const { approximateStops, pickupAt, dropoffAt } = approximate;
  if (!approximateStops) return approximate;
  const quotedLaterMs = {
    pickup: quoted.pickupAt.getTime() - pickupAt.getTime(),
    dropoff: quoted.dropoffAt.getTime() - dropoffAt.getTime(),
  };
  return {
    ...approximate,
    approximateStops: {
      ...approximateStops,
      quotedLaterMs,
    },
  };
}

const withUnlimitedDetour = (ride: RideRow): RideRow => ({
  ...ride,
  ...(ride.max_detour_m > 0 && UNLIMITED_DETOUR),
});

/** @throws Problem off_route or ride_full */
async function measureOnPublicRoute(
  ctx: Context,
  ride: RideRow,
  requested: RequestedSegment,
): Promise<RideSegment> {
  const stops = await stopsForMeasuring(ctx, ride, requested);
  return (await measureBetweenApproximateStops(ctx, ride, requested, { approximateStops: stops }))
    .segment;
}

/** A segment before acceptance: as stored, and between the approximate places that the host knows. */
export interface SegmentForDecision {
  readonly segment: RideSegment;
  readonly approximate: RideSegment;
}

/**
 * The segment on which the host's decision is based: the driven route with all passengers, which the host knows
 * exactly, and the two approximate places of the request. The result does not depend on the exact ones and there is no
 * slack, so the final detour exceeds the limit by at most the distance between exact and approximate places.
 * @throws Problem off_route or ride_full
 */
export function segmentForDecision(ctx: Context, ride: RideRow, requested: RequestedSegment) {
  return measureBetweenApproximateStops(ctx, ride, requested, { useExactRoute: true });
}

async function measureBetweenApproximateStops(
  ctx: Context,
  ride: RideRow,
  requested: RequestedSegment,
  query: {
    readonly approximateStops?: PassengerStops;
    readonly useExactRoute?: boolean;
  },
): Promise<SegmentForDecision> {
  const forHost = await approximateStops(ctx, ride, requested);
  const measured = await measureSegment(withShorterMinDistance(ctx), ride, {
    ...requested,
    approximateStops: forHost,
    ...query,
  });
  const forSeeker = measured.approximateStops ?? {
    pickup: null,
    dropoff: null,
  };
  const ofRide = await matchRideEnds(ctx, ride, requested);
  const isStop = (place: Place) =>
    ride.points.some((point) => distanceM(point, place) < SAME_PLACE_M);
  const atStop = {
    pickup: isStop(forHost.pickup),
    dropoff: isStop(forHost.dropoff),
  };
  const segment = {
    ...measured,
    approximateStops: {
      ...forSeeker,
      forHost,
      ofRide,
      atStop,
    },
  };
  return {
    segment,
    approximate: {
      ...segment,
      ...forHost,
    },
  };
}

/** Measured against the public route, including its approximate ends. */
function stopsForMeasuring(ctx: Context, ride: RideRow, requested: RequestedStops) {
  return approximateStops(ctx, toPublicRide(ride), requested);
}

/** Upper bound in metres for driving `times` times between an exact place and its approximate form. */
const maxDriveM = (
  { PLACE_ROUNDING_M, DRIVING_FACTOR }: Context["settings"],
  times: number,
): number => Math.ceil(times * maxApproximationM(PLACE_ROUNDING_M) * DRIVING_FACTOR);

/** Raises the detour limit by the possible distance to the exact places, at both stops, there and back. */
export function withApproximationSlack({ settings }: Context, ride: RideRow): RideRow {
  const slackM = maxDriveM(settings, 4);
  return {
    ...ride,
    max_detour_m: addSlack(ride.max_detour_m, slackM),
    max_detour_s: addSlack(
      ride.max_detour_s,
      Math.ceil(slackM / matchSettings(settings).detourMps),
    ),
  };
}

/** The ride as if no seats were taken. */
export const withSeatsFreed = (ride: RideRow): RideRow => ({
  ...ride,
  seats_left: ride.seats_left.map(() => ride.seats_total),
});

/** A limit of 0 means the host makes no detours. */
function addSlack(limit: number, slack: number): number {
  return limit > 0 ? limit + slack : 0;
}

/** Two approximate places may be closer to each other than the exact ones. */
const withShorterMinDistance = <C extends Context>(ctx: C): C => {
  const MATCH_MIN_DISTANCE_M = Math.max(
    0,
    ctx.settings.MATCH_MIN_DISTANCE_M - maxDriveM(ctx.settings, 2),
  );
  return {
    ...ctx,
    settings: {
      ...ctx.settings,
      MATCH_MIN_DISTANCE_M,
    },
  };
};

/** Stops that follow the ends of the ride: those the seeker left unchanged, and listed towns. */
async function matchRideEnds(
  ctx: Context,
  { points }: RideRow,
  { pickup, dropoff }: RequestedStops,
) {
  const { origin, destination } = splitPoints(points);
  const isRideEnd = async (place: Place | undefined, end: Place) =>
    !place || (distanceM(place, end) < SAME_PLACE_M && (await isListedPublicPlace(ctx, end)));
  return {
    pickup: await isRideEnd(pickup, origin),
    dropoff: await isRideEnd(dropoff, destination),
  };
}

/** The requested stops on a ride that may have changed: undefined at the ride's own ends, so that they follow it. */
export function currentStops(
  { points }: RideRow,
  { pickup, dropoff, approximate_stops }: SeatRequestRow,
): RequestedStops {
  const { origin, destination } = splitPoints(points);
  const ofRide = approximate_stops?.ofRide ?? {
    pickup: distanceM(pickup, origin) < SAME_PLACE_M,
    dropoff: distanceM(dropoff, destination) < SAME_PLACE_M,
  };
  return {
    pickup: ofRide.pickup ? undefined : pickup,
    dropoff: ofRide.dropoff ? undefined : dropoff,
  };
}
