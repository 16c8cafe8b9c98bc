import { HOUR_MS } from "@commonlane/contract/durations";
import type { DriverApproach } from "@commonlane/contract/trip-safety";
import type { LatLng } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { distanceM } from "@commonlane/matching/geo";
import { type DriverMap, findSharedPosition } from "#modules/active-drivers/index.ts";
import { notify } from "#modules/notifications/index.ts";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { assertMay } from "#platform/policy.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { tripPolicy } from "../trip.policy.ts";
import { isFresh } from "../last-position.ts";
import {
  type BookedPassenger,
  findBookedPassengers,
  findTripPosition,
  firstVisiblePickup,
  recordDriverHere,
  visibleSince,
} from "../trip-participants.store.ts";
import { getTripParticipant } from "../trip-safety.ts";
import { publishTripMoved } from "../trip-safety.view.ts";

/** At this distance, with the error of a phone, a driver is at the pickup. */
const HERE_M = 80;
/** At this distance, a driver who said to be there has left with the passenger. */
const LEFT_M = 500;
/** A driver who is later than this, and has not arrived, is no longer shown. */
const SHOWN_AFTER_PICKUP_MS = HOUR_MS;

type Position = LatLng & { readonly at: Date };

/**
 * Where the driver is, for a passenger who is picked up within half an hour or is on the way: the position for this
 * ride, or the one that the driver shares as an active driver, whichever is more recent. In the square where another
 * passenger gets in or out, only the minutes from there.
 */
export async function readDriverApproach(
  ctx: Context,
  drivers: DriverMap,
  { uid }: Caller,
  rideId: string,
): Promise<DriverApproach> {
  const participant = await getTripParticipant(ctx, rideId, uid);
  const passengers = await findBookedPassengers(ctx, rideId);
  const passenger = passengers.find((one) => one.uid === uid);
  const agreed = shownTime(participant.from_at);
  const hidden = {
    state: "unknown",
    position: null,
    pickupAt: agreed,
  } as const;
  if (!passenger || participant.arrived_at !== null || !isShownAt(passenger, ctx.now()))
    return hidden;

  const { driver_here_at } = participant;
  const isAnnounced = driver_here_at !== null && driver_here_at >= visibleSince(passenger);
  const position = await findDriverPosition(ctx, drivers, rideId, participant.host_id);
  if (!position)
    return {
      ...hidden,
      state: isAnnounced ? "here" : "unknown",
    };

  const awayM = distanceM(position, passenger.pickup);
  const hasLeft = isAnnounced && position.at > driver_here_at && awayM >= LEFT_M;
  if (hasLeft) return hidden;

  const isHere = isAnnounced || awayM <= HERE_M;
  const square = isHere ? undefined : findFellowSquare(ctx, position, passenger, passengers);
  const shown = { ...position, ...square };
  const { lat, lng, at } = position;
  return {
    state: isHere ? "here" : "coming",
    position: square
      ? null
      : {
          lat,
          lng,
          at: at.toISOString(),
        },
    pickupAt: shownTime(estimatePickup(ctx, shown, passenger, passengers)),
  };
}

/** The square in which the driver is, if another passenger gets in or out there: a car that stops shows a door. */
function findFellowSquare(
  { settings }: Context,
  position: LatLng,
  { uid }: BookedPassenger,
  passengers: readonly BookedPassenger[],
): LatLng | undefined {
  const squareOf = (place: LatLng) => approximatePosition(place, settings.PLACE_ROUNDING_M);
  const square = squareOf(position);
  const isInSquare = (place: LatLng) => {
    const { lat, lng } = squareOf(place);
    return lat === square.lat && lng === square.lng;
  };
  const fellows = passengers.filter((other) => other.uid !== uid);
  return fellows.some(({ pickup, dropoff }) => [pickup, dropoff].some(isInSquare))
    ? square
    : undefined;
}

const isShownAt = ({ pickup_at }: BookedPassenger, now: Date): boolean =>
  pickup_at <= firstVisiblePickup(now) &&
  now.getTime() < pickup_at.getTime() + SHOWN_AFTER_PICKUP_MS;

async function findDriverPosition(
  ctx: Context,
  drivers: DriverMap,
  rideId: string,
  hostId: string,
): Promise<Position | undefined> {
  const ofTrip = await findTripPosition(ctx, rideId, hostId);
  const ofDriver = await findSharedPosition(ctx, drivers.map, hostId);
  const latest = [ofTrip, ofDriver]
    .filter((position) => position !== undefined)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .at(0);
  return latest && isFresh(latest.at, ctx.now()) ? latest : undefined;
}

/**
 * When the driver reaches a pickup by road, with the stops of other passengers that are due before it. Those count by
 * their squares: with exact ones, the minutes to a car whose position is known would lead to a door.
 */
function estimatePickup(
  { routing, settings }: Context,
  position: Position,
  { uid, pickup, pickup_at }: BookedPassenger,
  passengers: readonly BookedPassenger[],
): Date {
  const isBetween = ({ at }: { at: Date }) => at > position.at && at < pickup_at;
  const stopsBefore = passengers
    .filter((other) => other.uid !== uid)
    .flatMap((other) => [
      { place: other.pickup, at: other.pickup_at },
      { place: other.dropoff, at: other.dropoff_at },
    ])
    .filter(isBetween)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ place }) => approximatePosition(place, settings.PLACE_ROUNDING_M));

  let durationS = 0;
  let from: LatLng = position;
  for (const to of [...stopsBefore, pickup]) {
    const road = routing.road(from, to);
    if (!road) return pickup_at;
    durationS += road.durationS;
    from = to;
  }
  return new Date(position.at.getTime() + durationS * 1000);
}

/** Notifies a passenger once that the driver is at the pickup, and again at another time of the ride. @throws Problem not_found, not_yours, too_early */
export function announceDriver(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
  passengerUid: string,
): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    const participant = await getTripParticipant(ctx, rideId, uid);
    const trip = {
      uid,
      host_id: participant.host_id,
    };
    await assertMay(tripPolicy, "tripSafety.announceDriver", trip, uid);

    const passengers = await findBookedPassengers(ctx, rideId);
    const passenger = passengers.find((one) => one.uid === passengerUid);
    if (!passenger) throw new Problem("not_found");
    if (passenger.pickup_at > firstVisiblePickup(ctx.now())) throw new Problem("too_early");

    if (!(await recordDriverHere(ctx, rideId, passenger))) return { success: true };
    await notify(ctx, {
      to: passengerUid,
      kind: "driver.here",
      cause: `${rideId} ${passenger.pickup_at.toISOString()}`,
      path: `/rides/${rideId}`,
      person: uid,
      lateAt: passenger.dropoff_at,
      details: {
        from: passenger.pickup.label,
        to: passenger.dropoff.label,
        at: shownTime(passenger.pickup_at),
        timeZone: participant.time_zone,
      },
    });
    await publishTripMoved(ctx, [passengerUid], rideId);
    return { success: true };
  });
}
