import { translatable } from "@commonlane/contract/message";
import { distanceM } from "@commonlane/matching/geo";
import {
  addPassenger,
  calculatePassengerTimes,
  type DrivenRouteChange,
  isWithinDetourLimit,
  measureSegment,
  removePassenger,
  type RideSegment,
  type SegmentSeats,
  takeSeats,
} from "#modules/rides/route/index.ts";
import { explainSeatRefusal } from "#modules/rides/rules/index.ts";
import { type RideRow, splitPoints, toMoney } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  confirmationDeadline,
  needsConfirmation,
  toAgreedRide,
} from "../ride-changes/agreed-terms.ts";
import { withApproximationSlack } from "../location-privacy/approximate-segment.ts";
import { lockActiveSeatRequests, updateSegments } from "../ride-changes/ride-changes.store.ts";
import { notifyPickupMoved } from "../ride-changes/ride-notifications.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

/** The passenger to add to a locked ride. */
interface NewPassenger {
  readonly id: string;
  readonly segment: RideSegment;
  readonly segmentSeats: SegmentSeats;
  /**
   * The host decides, who knows the exact detour and may see why it fails. Seekers decided with the public form of the
   * ride: if the exact one could refuse them, refusals would tell where the others live.
   */
  readonly decidedByHost?: boolean;
}

/**
 * Takes the seats of a segment, adds its stops to the driven route, and notifies other passengers of changed pickup
 * times. Returns the updated ride and the segment on it.
 * @throws Problem off_route if the total detour exceeds the host's limit
 */
export async function seatPassenger(
  ctx: InTransaction,
  ride: RideRow,
  passenger: NewPassenger,
): Promise<{ ride: RideRow; segment: RideSegment }> {
  const taken = await takeSeatsWithStops(ctx, ride, passenger);
  if (taken.ride.driven_route_version !== ride.driven_route_version)
    await reschedulePassengers(ctx, ride, taken.ride, passenger.id);
  return taken;
}

/** Like `seatPassenger`, without notifying the other passengers. @throws Problem off_route */
export async function takeSeatsWithStops(
  ctx: InTransaction,
  ride: RideRow,
  { id, segment, segmentSeats, decidedByHost = false }: NewPassenger,
): Promise<{ ride: RideRow; segment: RideSegment }> {
  const drive = await addPassenger(ctx, ride, id, segment);
  if (drive && decidedByHost && !isWithinDetourLimit(ride, drive))
    throw new Problem("off_route", DETOUR_OVER_LIMIT);
  const { firstLeg, lastLeg } = segment;
  const seatsOnLegs = {
    ...segmentSeats,
    firstLeg,
    lastLeg,
  };
  const taken = await takeSeats(ctx, ride.id, seatsOnLegs, drive).catch((error: unknown) => {
    if (!isAlreadyTravelling(error)) throw error;
    if (decidedByHost) throw new Problem("already_travelling", MISSES_NEXT_RIDE);
    throw new Problem("off_route", NOT_POSSIBLE);
  });
  if (!taken) throw await explainSeatRefusal(ctx, ride.id, seatsOnLegs);
  return {
    ride: taken,
    segment: segmentOnDrivenRoute(ctx, taken, id, segment, drive),
  };
}

const DETOUR_OVER_LIMIT = {
  message: translatable("With the other passengers, this exceeds the host's detour limit."),
};

/** True, and says nothing about the host's next ride. */
const NOT_POSSIBLE = { message: translatable("The host can't make this detour.") };

const MISSES_NEXT_RIDE = {
  message: translatable("With this detour you'd still be driving when your next ride starts."),
};

/**
 * The longer route would overlap the host's next ride. The seeker only sees off_route, so that the other ride stays
 * private.
 */
const isAlreadyTravelling = (error: unknown) =>
  error instanceof Problem && error.code === "already_travelling";

/** A segment with its times and added detour on the driven route. */
export function segmentOnDrivenRoute(
  ctx: Context,
  ride: RideRow,
  id: string,
  segment: RideSegment,
  drive: DrivenRouteChange | undefined,
): RideSegment {
  if (!drive && !ride.driven_route) return segment;
  const { pickup, dropoff, firstLeg, lastLeg } = segment;
  const passenger = {
    id,
    pickup,
    dropoff,
    first_leg: firstLeg,
    last_leg: lastLeg,
  };
  const [times] = calculatePassengerTimes(ctx, ride, [passenger]);
  if (!times) throw new Error("No times calculated for the passenger.");
  const added = {
    detourM: Math.round(drive?.addedM ?? 0),
    detourS: Math.round(drive?.addedS ?? 0),
  };
  return {
    ...segment,
    ...added,
    pickupAt: sameOrNewTime(segment.pickupAt, times.pickup_at),
    dropoffAt: sameOrNewTime(segment.dropoffAt, times.dropoff_at),
  };
}

/** Frees the seats and removes the stops of an ended booking; other passengers get their earlier times back. */
export async function releaseSeats(
  ctx: InTransaction,
  ride: RideRow,
  row: SeatRequestRow,
): Promise<RideRow> {
  const drive = await removePassenger(ctx, ride, row.id);
  const updated = await takeSeats(ctx, ride.id, segmentSeatsOf(row, -1), drive);
  if (!updated) throw new Problem("ride_over");
  if (drive) await reschedulePassengers(ctx, ride, updated, row.id);
  return updated;
}

export const segmentSeatsOf = (row: SeatRequestRow, sign: 1 | -1): SegmentSeats => ({
  firstLeg: row.first_leg,
  lastLeg: row.last_leg,
  seats: sign * row.seats,
  contribution: toMoney(row),
});

/**
 * The segment on the driven route; it was measured on the public route, and that decided. If the exact stops are too far
 * off, it stays as measured.
 */
export async function toExactSegment(
  ctx: Context,
  ride: RideRow,
  segment: RideSegment,
  seats: number,
): Promise<RideSegment> {
  if (!segment.meetingPoints || (!ride.public_route && !ride.driven_route)) return segment;
  const { approximateStops, contribution, shareOfRoute, meetingPoints } = segment;
  try {
    const query = {
      ...withoutRideEnds(ride, segment),
      seats,
      useExactRoute: true,
    };
    const exact = await measureSegment(ctx, withApproximationSlack(ctx, ride), query);
    return {
      ...exact,
      approximateStops,
      contribution,
      shareOfRoute,
    };
  } catch (error) {
    if (error instanceof Problem && error.code === "off_route")
      return {
        ...segment,
        publicMeetingPoints: meetingPoints,
      };
    throw error;
  }
}

/** Stops at the ride's own ends become undefined, so that they follow the ride. */
const withoutRideEnds = (
  { points }: Pick<RideRow, "points">,
  { pickup, dropoff }: Pick<RideSegment, "pickup" | "dropoff">,
) => {
  const { origin, destination } = splitPoints(points);
  return {
    pickup: distanceM(pickup, origin) < 1 ? undefined : pickup,
    dropoff: distanceM(dropoff, destination) < 1 ? undefined : dropoff,
  };
};

/** Smaller changes are not stored: two ways to calculate a time would otherwise show two minutes. */
const SAME_TIME_MS = 1000;

const isSameTime = (before: Date, now: Date): boolean => differenceMs(before, now) < SAME_TIME_MS;

const sameOrNewTime = (before: Date, now: Date): Date => (isSameTime(before, now) ? before : now);

/** Stores the new times of all passengers on the driven route, and notifies those affected or asks them to confirm. */
export async function reschedulePassengers(
  ctx: InTransaction,
  before: RideRow,
  ride: RideRow,
  exceptId?: string,
): Promise<void> {
  const rows = (await lockActiveSeatRequests(ctx, ride.id)).filter(
    ({ id, status }) => status === "accepted" && id !== exceptId,
  );
  const times = calculatePassengerTimes(ctx, ride, rows);
  const updates = rows.flatMap((row, n) => {
    const now = times[n];
    if (!now) return [];
    if (isSameTime(row.pickup_at, now.pickup_at) && isSameTime(row.dropoff_at, now.dropoff_at))
      return [];
    const agreed = row.agreed ?? toAgreedRide(before, row);
    const far = needsConfirmation(ctx, agreed, toAgreedRide(ride, row, now));
    // A reserved seat keeps its deadline.
    const until =
      row.reserved && row.confirm_by ? row.confirm_by : confirmationDeadline(ctx, ride.departs_at);
    return [
      {
        ...row,
        ...now,
        agreed,
        far,
        confirm_by: until,
      },
    ];
  });
  await updateSegments(ctx, updates, { isHostsChange: false });
  await notifyPickupMoved(
    ctx,
    ride,
    rows.filter(({ id }) => updates.some((update) => update.id === id)),
  );
}

const differenceMs = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime());
