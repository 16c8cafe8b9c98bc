import { HOUR_MS } from "@commonlane/contract/durations";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { distanceM } from "@commonlane/matching/geo";
import {
  approximateDetour,
  approximatePlace,
  approximateTime,
  isListedPublicPlace,
} from "#modules/privacy/approximate/index.ts";
import { type Seen, type Stage, whatIsSeen } from "#modules/privacy/index.ts";
import { splitPoints, findRides, type RideRow } from "#modules/rides/index.ts";
import { learnedPoints, toPassengerRide, toPublicRide } from "#modules/rides/route/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

/** Pickup and dropoff of a passenger. */
export interface PassengerStops {
  readonly pickup: Place;
  readonly dropoff: Place;
}
/** Pickup and dropoff as requested; undefined means the ride's own end. */
export interface RequestedStops {
  readonly pickup: Place | undefined;
  readonly dropoff: Place | undefined;
}

/**
 * True if passenger and host may see the exact stops (domain.md, Privacy by stage). The SQL equivalent is
 * `isConfirmedBooking`.
 */
export const isConfirmedSeat = ({ status, reserved }: SeatRequestRow): boolean =>
  status === "completed" || status === "disputed" || (status === "accepted" && !reserved);
/** How far seeker and host of a seat are with each other (`who-sees-what.ts`). */
export function stageOfSeat(
  { now, settings }: Pick<Context, "now" | "settings">,
  row: SeatRequestRow,
): Stage {
  if (row.status === "pending" || (row.status === "accepted" && row.reserved)) return "before";
  if (!isConfirmedSeat(row)) return "ended";
  const endsMs = row.dropoff_at.getTime() + settings.PHONE_VISIBLE_AFTER_H * HOUR_MS;
  return endsMs > now().getTime() ? "agreed" : "past";
}

/** What the host of a seat request sees of it. */
export const seenByHost = (ctx: Pick<Context, "now" | "settings">, row: SeatRequestRow): Seen =>
  whatIsSeen("seat request", "host", stageOfSeat(ctx, row));

/** The ride of a seat request as its seeker may see it. */
export const rideForSeeker = (ride: RideRow, row: SeatRequestRow): RideRow =>
  isConfirmedSeat(row) ? toPassengerRide(ride, row) : toPublicRide(ride);

/** True if the seat was ever confirmed, even if it was cancelled later. */
const wasConfirmedSeat = (row: SeatRequestRow): boolean =>
  isConfirmedSeat(row) || (row.status === "cancelled" && !row.reserved);
const SAME_PLACE_M = 1;

/** Pickup and dropoff of each request as this viewer, its seeker or host, may see them. */
export async function visibleStops(
  ctx: Context,
  rows: readonly SeatRequestRow[],
  viewerUid: string,
): Promise<PassengerStops[]> {
  // Cancelled bookings that were never pending have no stored approximate_stops, nor do requests of earlier releases.
  const withoutStoredStops = rows.filter(
    (row) =>
      row.seeker_id !== viewerUid &&
      seenByHost(ctx, row).place !== "exact" &&
      !row.approximate_stops?.forHost,
  );
  const rides = await findRides(ctx, [
    ...new Set(withoutStoredStops.map(({ ride_id }) => ride_id)),
  ]);
  const byId = new Map(rides.map((ride) => [ride.id, ride]));
  return Promise.all(
    rows.map(async (row) => {
      const { pickup, dropoff, approximate_stops } = row;
      if (row.seeker_id === viewerUid) {
        // The ends of the ride are the host's.
        const seesRide = whatIsSeen("ride", "passenger", stageOfSeat(ctx, row)).place === "exact";
        return seesRide
          ? {
              pickup,
              dropoff,
            }
          : stopsForSeeker(row);
      }
      if (seenByHost(ctx, row).place === "exact")
        return {
          pickup,
          dropoff,
        };
      if (approximate_stops?.forHost) return approximate_stops.forHost;
      const ride = byId.get(row.ride_id);
      return wasConfirmedSeat(row)
        ? stopsAfterCancellation(ctx, ride, row)
        : approximateStops(ctx, ride, row);
    }),
  );
}

/** Stops as shown to the seeker before confirmation: approximate, except the places they entered themselves. */
export const stopsForSeeker = ({
  pickup,
  dropoff,
  approximate_stops,
}: Pick<SeatRequestRow, "pickup" | "dropoff" | "approximate_stops">): PassengerStops => ({
  pickup: approximate_stops?.pickup ?? pickup,
  dropoff: approximate_stops?.dropoff ?? dropoff,
});

/**
 * Stops as shown to the host before confirmation: approximate, except towns and the ends of the ride that the seeker
 * left unchanged. A stop at the seeker's exact place is not recognised; otherwise a host could test addresses by adding
 * them as stops.
 */
export async function approximateStops(
  ctx: Context,
  ride: Pick<RideRow, "points"> | undefined,
  requested: RequestedStops,
): Promise<PassengerStops> {
  const rideEnds = ride && splitPoints(ride.points);
  const visiblePlace = async (
    place: Place | undefined,
    rideEnd: Place | undefined,
  ): Promise<Place> => {
    if (!place) {
      if (!rideEnd) throw new Error("The ride of a visible request is missing.");
      return rideEnd;
    }
    const point = ride?.points.find((point) => distanceM(point, place) < SAME_PLACE_M);
    return point && (await isListedPublicPlace(ctx, point)) ? point : approximatePlace(ctx, place);
  };
  return {
    pickup: await visiblePlace(requested.pickup, rideEnds?.origin),
    dropoff: await visiblePlace(requested.dropoff, rideEnds?.destination),
  };
}

/** Stops after a cancellation or the trip: the host knew the exact places, but only sees them where they are stops of the ride. */
async function stopsAfterCancellation(
  ctx: Context,
  ride: RideRow | undefined,
  { pickup, dropoff }: PassengerStops,
): Promise<PassengerStops> {
  // A point at the seeker's own address is no stop of the host's.
  const addresses = new Set(ride && learnedPoints(ride));
  const hostPoints = ride?.points.filter((point) => !addresses.has(point));
  const visiblePlace = async (place: Place) =>
    hostPoints?.find((point) => distanceM(point, place) < SAME_PLACE_M) ??
    (await approximatePlace(ctx, place));
  return {
    pickup: await visiblePlace(pickup),
    dropoff: await visiblePlace(dropoff),
  };
}

type TimesAndDetour = Pick<SeatRequest, "pickupAt" | "dropoffAt" | "detourM" | "detourS">;

/**
 * Times and detour. Before confirmation they derive from the approximate stops (`approximateSegment`) and the host sees
 * them rounded; at the ride's own ends and stops they are those of the ride. The seeker sees the times of the search.
 * After a cancellation the times stay as both knew them, because reliability depends on them.
 */
export function visibleTimesAndDetour(row: SeatRequestRow, viewerUid: string): TimesAndDetour {
  const isSeeker = viewerUid === row.seeker_id;
  const wasConfirmed = wasConfirmedSeat(row);
  const detour = {
    detourM: row.detour_m,
    detourS: row.detour_s,
  };
  if (isSeeker && !wasConfirmed)
    return {
      ...quotedTimes(row),
      ...detour,
    };
  if (isSeeker || wasConfirmed)
    return {
      pickupAt: shownTime(row.pickup_at),
      dropoffAt: shownTime(row.dropoff_at),
      ...detour,
    };

  const { ofRide, atStop } = row.approximate_stops ?? {};
  const pickup = Boolean(ofRide?.pickup || atStop?.pickup);
  const dropoff = Boolean(ofRide?.dropoff || atStop?.dropoff);
  return {
    pickupAt: timeForHost(row.pickup_at, pickup),
    dropoffAt: timeForHost(row.dropoff_at, pickup && dropoff),
    ...approximateDetour(detour),
  };
}

const timeForHost = (instant: Date, isKnown: boolean): string =>
  shownTime(isKnown ? instant : approximateTime(instant));

function quotedTimes({ pickup_at, dropoff_at, approximate_stops }: SeatRequestRow) {
  const { pickup = 0, dropoff = 0 } = approximate_stops?.quotedLaterMs ?? {};
  return {
    pickupAt: shownTime(pickup_at.getTime() + pickup),
    dropoffAt: shownTime(dropoff_at.getTime() + dropoff),
  };
}
