import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { approximatePlace, isListedTown } from "#modules/places/index.ts";
import { splitPoints, findRides, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

/** Where somebody gets in and out. */
interface PassengerStops {
  readonly pickup: Place;
  readonly dropoff: Place;
}
/** The same as it was asked for: undefined is the ride's own end. */
export interface RequestedStops {
  readonly pickup: Place | undefined;
  readonly dropoff: Place | undefined;
}

/**
 * Whose seat is agreed knows where to be, and so does their host (domain.md, Privacy by stage); as `isConfirmedBooking` says of
 * statements.
 */
export const isAgreedSeat = ({ status, reserved }: SeatRequestRow): boolean =>
  status === "completed" || status === "disputed" || (status === "accepted" && !reserved);
/** True once the seat was agreed, also after it was given back. */
export const wasAgreedSeat = (row: SeatRequestRow): boolean =>
  isAgreedSeat(row) || (row.status === "cancelled" && !row.reserved);
const SAME_PLACE_M = 1;

/** Where the seekers of these get in and out, each as this one of its two sides is told it. */
export async function visibleStops(
  ctx: Context,
  rows: readonly SeatRequestRow[],
  viewerUid: string,
): Promise<PassengerStops[]> {
  // A booking that was given back never waited for an answer, and requests of a former release kept nothing.
  const withoutAreas = rows.filter(
    (row) => row.seeker_id !== viewerUid && !isAgreedSeat(row) && !row.approximate_stops?.forHost,
  );
  const rides = await findRides(ctx, [...new Set(withoutAreas.map(({ ride_id }) => ride_id))]);
  const byId = new Map(rides.map((ride) => [ride.id, ride]));
  return Promise.all(
    rows.map(async (row) => {
      const { pickup, dropoff, approximate_stops } = row;
      if (isAgreedSeat(row)) return { pickup, dropoff };
      if (row.seeker_id === viewerUid) return stopsForSeeker(row);
      if (approximate_stops?.forHost) return approximate_stops.forHost;
      const ride = byId.get(row.ride_id);
      return wasAgreedSeat(row) ? stopsAfterCancellation(ctx, ride, row) : approximateStops(ctx, ride, row);
    }),
  );
}

/** The ends as the seeker is told them while the seat is not agreed: about where, but for what they named themselves. */
export const stopsForSeeker = ({
  pickup,
  dropoff,
  approximate_stops,
}: Pick<SeatRequestRow, "pickup" | "dropoff" | "approximate_stops">): PassengerStops => ({
  pickup: approximate_stops?.pickup ?? pickup,
  dropoff: approximate_stops?.dropoff ?? dropoff,
});

/**
 * The ends as the host sees them before the seat is agreed: areas, except the ends of the ride that the seeker left as they
 * are, and towns. A stop at the exact place of the seeker is not recognised: otherwise a host could test a list of
 * addresses by adding them as stops.
 */
export async function approximateStops(
  ctx: Context,
  ride: Pick<RideRow, "points"> | undefined,
  requested: RequestedStops,
): Promise<PassengerStops> {
  const rideEnds = ride && splitPoints(ride.points);
  const visiblePlace = async (place: Place | undefined, rideEnd: Place | undefined): Promise<Place> => {
    if (!place) {
      if (!rideEnd) throw new Error("A ride is gone whose requests are shown.");
      return rideEnd;
    }
    const point = ride?.points.find((point) => distanceM(point, place) < SAME_PLACE_M);
    return point && (await isListedTown(ctx, point)) ? point : approximatePlace(ctx, place);
  };
  return {
    pickup: await visiblePlace(requested.pickup, rideEnds?.origin),
    dropoff: await visiblePlace(requested.dropoff, rideEnds?.destination),
  };
}

/** After a cancellation: the host knew the exact places, and their own stops stay theirs. */
async function stopsAfterCancellation(
  ctx: Context,
  ride: RideRow | undefined,
  { pickup, dropoff }: PassengerStops,
): Promise<PassengerStops> {
  const visiblePlace = async (place: Place) =>
    ride?.points.find((point) => distanceM(point, place) < SAME_PLACE_M) ?? (await approximatePlace(ctx, place));
  return { pickup: await visiblePlace(pickup), dropoff: await visiblePlace(dropoff) };
}
