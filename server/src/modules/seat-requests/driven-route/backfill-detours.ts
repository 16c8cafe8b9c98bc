import {
  addPassenger,
  measureSegment,
  recalculateDrivenRoute,
  type RideSegment,
  takeSeats,
} from "#modules/rides/route/index.ts";
import { lockRide, type RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { reschedulePassengers } from "./passenger-stops.ts";
import { currentStops, segmentForDecision } from "../location-privacy/approximate-segment.ts";
import { lockActiveSeatRequests } from "../ride-changes/ride-changes.store.ts";
import { isConfirmedSeat } from "../location-privacy/visible-stops.ts";
import {
  findRidesWithoutPassengerForms,
  findRidesWithUncountedDetours,
  type SeatRequestRow,
} from "../seat-requests.store.ts";

const RIDES_PER_RUN = 50;
/** Confirmed bookings stay, even if their detours exceed the limit. */
const UNLIMITED_DETOUR = {
  max_detour_m: 10_000_000,
  max_detour_s: 1_000_000,
};
const NO_SEATS = {
  firstLeg: 0,
  lastLeg: 0,
  seats: 0,
  contribution: null,
};

/**
 * Adds the stops of bookings from before detours were summed up to the driven route, so that search and booking use the
 * remaining detour limit.
 */
export async function backfillDetours(ctx: InTransaction): Promise<void> {
  for (const rideId of await findRidesWithUncountedDetours(ctx, RIDES_PER_RUN)) {
    const ride = await lockRide(ctx, rideId);
    if (!ride) continue;
    let driven = ride;
    for (const row of await lockActiveSeatRequests(ctx, rideId)) {
      if (row.status !== "accepted" || ride.driven_route?.stops.some(({ id }) => id === row.id))
        continue;
      driven = await addStopsOf(ctx, driven, row);
    }
    if (driven === ride) continue;
    await reschedulePassengers(ctx, ride, driven);
    ctx.publish("rides", {
      type: "ride.changed",
      rideId,
    });
  }
}

async function addStopsOf(
  ctx: InTransaction,
  ride: RideRow,
  row: SeatRequestRow,
): Promise<RideRow> {
  const emptiedRide = {
    ...ride,
    ...UNLIMITED_DETOUR,
    seats_left: ride.seats_left.map(() => ride.seats_total),
  };
  let segment: RideSegment;
  try {
    const requested = {
      ...currentStops(ride, row),
      seats: row.seats,
    };
    segment = isConfirmedSeat(row)
      ? await measureSegment(ctx, emptiedRide, {
          ...requested,
          useExactRoute: true,
        })
      : (await segmentForDecision(ctx, emptiedRide, requested)).approximate;
  } catch (error) {
    if (error instanceof Problem) return ride;
    throw error;
  }
  const drive = await addPassenger(ctx, ride, row.id, segment);
  return (drive && (await takeSeats(ctx, ride.id, NO_SEATS, drive))) ?? ride;
}

/** Gives rides that an earlier release wrote the forms that passengers see, and everyone the times that follow. */
export async function backfillPassengerForms(ctx: InTransaction): Promise<void> {
  for (const rideId of await findRidesWithoutPassengerForms(ctx, RIDES_PER_RUN)) {
    const ride = await lockRide(ctx, rideId);
    if (!ride?.driven_route) continue;
    const driven = await takeSeats(ctx, ride.id, NO_SEATS, await recalculateDrivenRoute(ctx, ride));
    if (!driven) continue;
    await reschedulePassengers(ctx, ride, driven);
    ctx.publish("rides", {
      type: "ride.changed",
      rideId: ride.id,
    });
  }
}
