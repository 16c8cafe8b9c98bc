import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { isListedTown } from "#modules/places/index.ts";
import {
  toPublicRide,
  addPassenger,
  splitPoints,
  findRide,
  prefetchRideSegmentRoutes,
  measureSegment,
  type RideSegment,
  type RideRow,
} from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatAreas } from "#platform/db/schema/ride-tables.ts";
import { Problem } from "#platform/http/problem.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";
import { type RequestedStops, approximateStops } from "./visible-stops.ts";

interface RequestedSegment extends RequestedStops {
  readonly seats: number;
}
const SAME_PLACE_M = 1;
/** More than any host allows; for the one moment in which the seeker's exact places are known to fit. */
const UNLIMITED_DETOUR = { max_detour_m: 1_000_000, max_detour_s: 86_400 };

/**
 * A part of a ride as it is measured and stored until the host agrees. Everything but the seeker's own copy of the two
 * places follows from their areas, so two doors of one area give the same record, the same decisions and the same views.
 * An area may lie farther off the way than the door in it, so the detour may exceed the host's limit by that much.
 * @throws Problem off_route or ride_full
 */
export async function approximateSegment(
  ctx: Context,
  ride: RideRow,
  requested: RequestedSegment,
): Promise<RideSegment> {
  return measureApproximately(ctx, withApproximationSlack(ctx, ride), ride, requested);
}

/** The same for a new request, whose exact places fit: the area alone does not refuse it. @throws Problem ride_full */
export async function approximateSegmentOfNewRequest(
  ctx: Context,
  ride: RideRow,
  requested: RequestedSegment,
): Promise<RideSegment> {
  try {
    return await approximateSegment(ctx, ride, requested);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "ride_full") throw error;
    return measureApproximately(ctx, { ...ride, ...(ride.max_detour_m > 0 && UNLIMITED_DETOUR) }, ride, requested);
  }
}

async function measureApproximately(
  ctx: Context,
  relaxedRide: RideRow,
  ride: RideRow,
  requested: RequestedSegment,
): Promise<RideSegment> {
  const [forHost, about] = [
    await approximateStops(ctx, ride, requested),
    await stopsForMeasuring(ctx, ride, requested),
  ];
  const segment = await measureSegment(withShorterMinDistance(ctx), relaxedRide, {
    ...requested,
    approximateStops: about,
  });
  return { ...segment, approximateStops: await approximateAreasOf(ctx, { ride, segment, forHost }, requested) };
}

/** A part that is not agreed yet: as it is stored, and the same between the places that the host knows. */
export interface SegmentForDecision {
  readonly segment: RideSegment;
  readonly approximate: RideSegment;
}

/**
 * By what a host decides: the way that they drive with everybody who has a seat, all of which they know exactly, and the two
 * areas of the request, which is all they know of it. Nothing of it depends on where in its area a door is, and there is no
 * slack, so the limit is exceeded at most by what lies between a door and its area once that is known.
 * @throws Problem off_route or ride_full
 */
export async function segmentForDecision(
  ctx: Context,
  ride: RideRow,
  requested: RequestedSegment,
): Promise<SegmentForDecision> {
  const forHost = await approximateStops(ctx, ride, requested);
  const measured = await measureSegment(withShorterMinDistance(ctx), ride, {
    ...requested,
    approximateStops: forHost,
    useExactRoute: true,
  });
  const segment = {
    ...measured,
    approximateStops: await approximateAreasOf(ctx, { ride, segment: measured, forHost }, requested),
  };
  return { segment, approximate: { ...segment, ...forHost } };
}

async function approximateAreasOf(
  ctx: Context,
  {
    ride,
    segment,
    forHost,
  }: { readonly ride: RideRow; readonly segment: RideSegment; readonly forHost: NonNullable<SeatAreas["forHost"]> },
  requested: RequestedStops,
): Promise<SeatAreas> {
  return {
    pickup: null,
    dropoff: null,
    ...segment.approximateStops,
    forHost,
    ofRide: await matchRideEnds(ctx, ride, requested),
  };
}

/** The ride is measured as strangers see it, its own ends included. */
const stopsForMeasuring = (ctx: Context, ride: RideRow, requested: RequestedStops) =>
  approximateStops(ctx, toPublicRide(ride), requested);

/** What driving between a place and the middle of its area can take, so many times. */
const maxAreaOffsetM = ({ PLACE_ROUNDING_M, DRIVING_FACTOR }: Context["settings"], times: number): number =>
  Math.ceil(times * Math.SQRT1_2 * PLACE_ROUNDING_M * DRIVING_FACTOR);

/** By how much the detour to an area may exceed the detour to a door in it, at both ends there and back. */
export function withApproximationSlack({ settings }: Context, ride: RideRow): RideRow {
  const slackM = maxAreaOffsetM(settings, 4);
  return {
    ...ride,
    max_detour_m: addSlack(ride.max_detour_m, slackM),
    max_detour_s: addSlack(ride.max_detour_s, Math.ceil(slackM / settings.DRIVING_M_PER_S)),
  };
}

/** Whatever seats are taken by now. */
export const withSeatsFreed = (ride: RideRow): RideRow => ({
  ...ride,
  seats_left: ride.seats_left.map(() => ride.seats_total),
});

/** A limit of 0 says that nobody is fetched. */
const addSlack = (limit: number, slack: number): number => (limit > 0 ? limit + slack : 0);

/** Two areas may be nearer to each other than the doors in them. */
const withShorterMinDistance = <C extends Context>(ctx: C): C => {
  const MATCH_MIN_DISTANCE_M = Math.max(0, ctx.settings.MATCH_MIN_DISTANCE_M - maxAreaOffsetM(ctx.settings, 2));
  return { ...ctx, settings: { ...ctx.settings, MATCH_MIN_DISTANCE_M } };
};

/** Which ends go where the ends of the ride go: those that were left to it, and its towns. */
async function matchRideEnds(ctx: Context, { points }: RideRow, { pickup, dropoff }: RequestedStops) {
  const { origin, destination } = splitPoints(points);
  const isRideEnd = async (place: Place | undefined, end: Place) =>
    !place || (distanceM(place, end) < SAME_PLACE_M && (await isListedTown(ctx, end)));
  return { pickup: await isRideEnd(pickup, origin), dropoff: await isRideEnd(dropoff, destination) };
}

/** What a stored request asks for on a ride that may have moved: ends of the ride go with it, others stay where they are. */
export function currentStops({ points }: RideRow, { pickup, dropoff, areas }: SeatRequestRow): RequestedStops {
  const { origin, destination } = splitPoints(points);
  const { ofRide } = areas ?? {};
  return {
    pickup: (ofRide ? ofRide.pickup : distanceM(pickup, origin) < SAME_PLACE_M) ? undefined : pickup,
    dropoff: (ofRide ? ofRide.dropoff : distanceM(dropoff, destination) < SAME_PLACE_M) ? undefined : dropoff,
  };
}

/** Asks for the roads that the approximate and the exact measure of a part need, before its transaction. */
export async function prefetchRequestRoutes(ctx: Context, ride: RideRow, requested: RequestedSegment): Promise<void> {
  if (!ctx.routing.hasRoadData || (!requested.pickup && !requested.dropoff)) return;
  const relaxedRide = withApproximationSlack(ctx, ride);
  await prefetchRideSegmentRoutes(ctx, relaxedRide, requested);
  await prefetchRideSegmentRoutes(ctx, relaxedRide, {
    ...requested,
    approximateStops: await stopsForMeasuring(ctx, ride, requested),
  });
  try {
    const { approximate: about } = await segmentForDecision(ctx, withSeatsFreed(relaxedRide), requested);
    await addPassenger(ctx, ride, "", about);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** The same by the ride's id. */
export async function prefetchRequestRoutesByRide(
  ctx: Context,
  rideId: string,
  {
    pickup,
    dropoff,
    seats,
  }: { readonly pickup?: Place | undefined; readonly dropoff?: Place | undefined; readonly seats: number },
): Promise<void> {
  if (!ctx.routing.hasRoadData) return;
  const ride = await findRide(ctx, rideId);
  if (ride) await prefetchRequestRoutes(ctx, ride, { pickup, dropoff, seats });
}
