import {
  addPassenger,
  removePassenger,
  measureSegment,
  type RideSegment,
  takeSeats,
} from "#modules/rides/route/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import { type Context, type InTransaction, savepoint } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { segmentOnDrivenRoute } from "../driven-route/passenger-stops.ts";
import {
  withSeatsFreed,
  currentStops,
  segmentForDecision,
  withApproximationSlack,
} from "./approximate-segment.ts";
import { updateSegment } from "../ride-changes/ride-changes.store.ts";
import { segmentColumns } from "../segment-columns.ts";
import { type SeatRequestRow } from "../seat-requests.store.ts";

interface RideAndRequest {
  readonly ride: RideRow;
  readonly row: SeatRequestRow;
}

const NO_SEATS = {
  firstLeg: 0,
  lastLeg: 0,
  seats: 0,
  contribution: null,
};

/**
 * Replaces the approximate stops of a newly confirmed passenger with the exact ones on the driven route. Seats and
 * price stay as decided. If the exact route is impossible or would double-book someone, the approximate stops stay: an
 * acceptance must not fail because of the exact address.
 */
export async function moveToExactSegment(
  ctx: InTransaction,
  ride: RideRow,
  row: SeatRequestRow,
): Promise<RideAndRequest> {
  try {
    return await savepoint(ctx, (ctx) => moveToExactStops(ctx, ride, row));
  } catch (error) {
    if (error instanceof Problem)
      return {
        ride,
        row,
      };
    throw error;
  }
}

async function moveToExactStops(
  ctx: InTransaction,
  ride: RideRow,
  row: SeatRequestRow,
): Promise<RideAndRequest> {
  const { remainingRide, remainingDrive } = await rideWithoutPassenger(ctx, ride, row.id);
  const segment = await exactSegment(ctx, remainingRide, row);
  const drive = (await addPassenger(ctx, remainingRide, row.id, segment)) ?? remainingDrive;
  const driven = drive ? await takeSeats(ctx, ride.id, NO_SEATS, drive) : ride;
  if (!driven) throw new Problem("ride_over");
  const columns = {
    ...segmentColumns(segmentOnDrivenRoute(ctx, driven, row.id, segment, drive)),
    approximate_stops: row.approximate_stops,
  };
  const updatedRow = await updateSegment(ctx, row.id, columns);
  if (!updatedRow) throw new Problem("status_already_set");
  return { ride: driven, row: updatedRow };
}

/** The ride as driven without one passenger's stops. */
async function rideWithoutPassenger(ctx: Context, ride: RideRow, id: string) {
  const remainingDrive = await removePassenger(ctx, ride, id);
  const remainingRide = remainingDrive
    ? {
        ...ride,
        driven_route: remainingDrive.drivenRoute,
        arrives_at: remainingDrive.arrivesAt,
      }
    : ride;
  return { remainingRide, remainingDrive };
}

/**
 * The exact segment on the legs whose seats were taken; falls back to the approximate stops if the exact ones need
 * other legs.
 */
async function exactSegment(
  ctx: Context,
  remainingRide: RideRow,
  row: SeatRequestRow,
): Promise<RideSegment> {
  const relaxedRide = withSeatsFreed(withApproximationSlack(ctx, remainingRide));
  const requested = {
    ...currentStops(remainingRide, row),
    seats: row.seats,
  };
  const usesSameLegs = ({ firstLeg, lastLeg }: RideSegment) =>
    firstLeg === row.first_leg && lastLeg === row.last_leg;
  try {
    const exact = await measureSegment(ctx, relaxedRide, {
      ...requested,
      useExactRoute: true,
    });
    if (usesSameLegs(exact)) return exact;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const { segment } = await segmentForDecision(ctx, relaxedRide, requested);
  if (!usesSameLegs(segment)) throw new Problem("off_route");
  return segment;
}
