import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Money } from "@commonlane/contract/shapes";
import type { FindItinerary, Itinerary } from "#modules/notifications/index.ts";
import { findRide, viewRides } from "#modules/rides/index.ts";
import { findConfirmedSeatViews, findSeatRequestViews } from "#modules/seat-requests/index.ts";
import { listTripOutcomes } from "#modules/trip-outcomes/index.ts";
import type { Context } from "#platform/context.ts";
import { timeZoneAt } from "#platform/time-zone.ts";

/**
 * A ride, or one seat on it, as this user travels it: with their own stops and times, and in the form of the ride that
 * they may see now (docs/security/who-sees-what.md). Undefined if they have no part in it, or if it is over or cancelled.
 */
export const findItinerary: FindItinerary = async (ctx, uid, { rideId, seatRequestId }) => {
  const row = await findRide(ctx, rideId);
  if (row?.status !== "scheduled") return undefined;
  const [ride] = await viewRides(ctx, [row], uid);
  if (!ride) return undefined;

  if (seatRequestId === undefined)
    return ride.hostId === uid ? itineraryOfHost(ctx, ride) : undefined;

  const [seat] = await findSeatRequestViews(ctx, uid, [seatRequestId]);
  const isActive = seat?.status === "accepted" || seat?.status === "pending";
  const isTheirs = ride.hostId === uid || seat?.seekerId === uid;
  return seat && isActive && isTheirs ? itineraryOfSeat(ctx, ride, seat, uid) : undefined;
};

async function itineraryOfHost(ctx: Context, ride: Ride): Promise<Itinerary> {
  const seats = await findConfirmedSeatViews(ctx, ride.hostId, ride.id);
  return {
    from: ride.origin.label,
    to: ride.destination.label,
    fromAt: ride.departsAt,
    toAt: ride.arrivesAt,
    timeZone: ride.timeZone,
    toTimeZone: timeZoneAt(ride.destination),
    isEstimated: !ride.routed,
    isHost: true,
    person: null,
    passengers: seats.map(({ seeker }) => seeker.displayName),
    seats: null,
    contribution: undefined,
    vehicle: null,
    pin: null,
  };
}

async function itineraryOfSeat(
  ctx: Context,
  ride: Ride,
  seat: SeatRequest,
  uid: string,
): Promise<Itinerary> {
  const isHost = ride.hostId === uid;
  return {
    from: seat.pickup.label,
    to: seat.dropoff.label,
    fromAt: seat.pickupAt,
    toAt: seat.dropoffAt,
    timeZone: timeZoneAt(seat.pickup),
    toTimeZone: timeZoneAt(seat.dropoff),
    isEstimated: !ride.routed,
    isHost,
    person: isHost ? seat.seeker : ride.host,
    passengers: [],
    seats: seat.seats,
    contribution: totalOf(seat),
    vehicle: isHost ? null : ride.vehicle,
    pin: isHost ? null : await findPin(ctx, seat),
  };
}

const totalOf = ({ contribution, seats }: SeatRequest): Money | null =>
  contribution && {
    ...contribution,
    amountMinor: contribution.amountMinor * seats,
  };

async function findPin(ctx: Context, { id, rideId, seekerId }: SeatRequest) {
  const { items } = await listTripOutcomes(ctx, { uid: seekerId }, rideId);
  return items.find((outcome) => outcome.id === id)?.pin ?? null;
}
