import { distanceM } from "@commonlane/matching/geo";
import {
  calculatePassengerTimes,
  addPassenger,
  removePassenger,
  splitPoints,
  isWithinDetourLimit,
  type DrivenRouteChange,
  measureSegment,
  type RideSegment,
  type RideRow,
  type SegmentSeats,
  toMoney,
  takeSeats,
  explainSeatRefusal,
} from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { toAgreedRide, needsConfirmation } from "../ride-changes/agreed-terms.ts";
import { updateSegments, lockActiveSeatRequests } from "../ride-changes/ride-changes.store.ts";
import { confirmationDeadline } from "../ride-changes/confirmation-deadline.ts";
import { notifyPickupMoved } from "../ride-changes/ride-notifications.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

/** Who is to have a seat on a ride that the transaction holds. */
interface NewPassenger {
  readonly id: string;
  readonly segment: RideSegment;
  readonly segmentSeats: SegmentSeats;
  /** The host decides this, and is told why not. */
  readonly decidedByHost?: boolean;
  /** An accepted offer was measured from about where; it holds from door to door. */
  readonly fromOffer?: boolean;
}

/**
 * Takes the seats of a part, puts its stops into the way as it is driven, and tells everybody else with a seat at what
 * time they are met now. Gives the ride as it goes then, and the part as it lies on it.
 * @throws Problem off_route where it would be more of a detour than the host agreed to for all together
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

/** The same, but for telling the others. @throws Problem off_route */
export async function takeSeatsWithStops(
  ctx: InTransaction,
  ride: RideRow,
  { id, segment, segmentSeats, decidedByHost = false, fromOffer = false }: NewPassenger,
): Promise<{ ride: RideRow; segment: RideSegment }> {
  const drive = await addPassenger(ctx, ride, id, segment);
  if (drive && !fromOffer && !isWithinDetourLimit(ride, drive)) throw new Problem("off_route", DETOUR_OVER_LIMIT);
  const { firstLeg, lastLeg } = segment;
  const seatsOnLegs = { ...segmentSeats, firstLeg, lastLeg };
  const taken = await takeSeats(ctx, ride.id, seatsOnLegs, drive).catch((error: unknown) => {
    throw isAlreadyTravelling(error)
      ? decidedByHost
        ? new Problem("already_travelling", MISSES_NEXT_RIDE)
        : new Problem("off_route", DETOUR_OVER_LIMIT)
      : error;
  });
  if (!taken) throw await explainSeatRefusal(ctx, ride.id, seatsOnLegs);
  return { ride: taken, segment: segmentOnDrivenRoute(ctx, taken, id, segment, drive) };
}

const DETOUR_OVER_LIMIT = {
  message: "With everybody who has a seat already, this is more of a detour than the host agreed to.",
};

const MISSES_NEXT_RIDE = { message: "With this detour you would still be under way when your next ride begins." };

/** With a longer way the host would miss their next one: where else they drive is not told. */
const isAlreadyTravelling = (error: unknown) => error instanceof Problem && error.code === "already_travelling";

/** A part as it lies on a ride that is driven for it. */
export function segmentOnDrivenRoute(
  ctx: Context,
  ride: RideRow,
  id: string,
  segment: RideSegment,
  drive: DrivenRouteChange | undefined,
): RideSegment {
  if (!drive && !ride.driven_route) return segment;
  const { pickup, dropoff, firstLeg: first_leg, lastLeg: last_leg } = segment;
  const [times] = calculatePassengerTimes(ctx, ride, [{ id, pickup, dropoff, first_leg, last_leg }]);
  if (!times) throw new Error("One passenger has one time.");
  const added = { detourM: Math.round(drive?.addedM ?? 0), detourS: Math.round(drive?.addedS ?? 0) };
  return { ...segment, ...added, pickupAt: times.pickup_at, dropoffAt: times.dropoff_at };
}

/** Gives back the seats and the stops of somebody whose request has ended; everybody else is met as before. */
export async function releaseSeats(ctx: InTransaction, ride: RideRow, row: SeatRequestRow): Promise<RideRow> {
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
 * A part as it lies on the way that is really driven: it was found on the one that strangers are told. Where it lies too far
 * from that, it is left as it was found, and the limit decides.
 */
export async function exactly(ctx: Context, ride: RideRow, segment: RideSegment, seats: number): Promise<RideSegment> {
  if (!segment.meetingPoints || (!ride.public_route && !ride.driven_route)) return segment;
  const { approximateStops: areas, contribution, shareOfRoute: shareOfWay } = segment;
  try {
    const exact = await measureSegment(ctx, ride, { ...withoutRideEnds(ride, segment), seats, useExactRoute: true });
    return { ...exact, approximateStops: areas, contribution, shareOfRoute: shareOfWay };
  } catch (error) {
    if (error instanceof Problem && error.code === "off_route") return segment;
    throw error;
  }
}

/** Whoever travels from or to an end of the ride goes with that end; everybody else gets in and out where they said. */
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

/** Less than this is not worth writing down. */
const SAME_TIME_MS = 1000;

/** Writes when everybody with a seat is met on the way as it is driven now, and asks or tells whom that moves. */
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
    if (
      !now ||
      Math.max(differenceMs(row.pickup_at, now.pickup_at), differenceMs(row.dropoff_at, now.dropoff_at)) < SAME_TIME_MS
    )
      return [];
    const agreed = row.agreed ?? toAgreedRide(before, row);
    const far = needsConfirmation(ctx, agreed, toAgreedRide(ride, now));
    // A seat that is held is held as long as it was.
    const until = row.reserved && row.confirm_by ? row.confirm_by : confirmationDeadline(ctx, ride.departs_at);
    return [{ ...row, ...now, agreed, far, confirm_by: until }];
  });
  await updateSegments(ctx, updates);
  await notifyPickupMoved(
    ctx,
    ride,
    rows.filter(({ id }) => updates.some((update) => update.id === id)),
  );
}

const differenceMs = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime());
