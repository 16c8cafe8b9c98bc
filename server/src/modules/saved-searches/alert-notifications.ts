import { translatable } from "@commonlane/contract/message";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import type { Match } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { NewNotification } from "#modules/notifications/index.ts";
import type { RideRequestRow } from "#modules/ride-requests/index.ts";
import { isKnownStop } from "#modules/rides/route/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import type { RequestAlert } from "./request-alerts.store.ts";
import type { RideAlert } from "./ride-alerts.store.ts";

/** A seeker, the ride that passes, and how it matches. */
export interface AlertedMatch extends RideAlert {
  readonly ride: RideRow;
  readonly match: Match;
  readonly criteria: {
    readonly origin: Place;
    readonly destination: Place;
    readonly seats: number;
  };
}

/** Notification to a seeker about a ride that matches a search or request. */
export function rideAlertNotification({
  ownerId,
  ride,
  match,
  criteria,
}: AlertedMatch): NewNotification {
  const { origin, destination } = criteria;
  const pickupAt = new Date(match.pickupAtMs);
  return {
    to: ownerId,
    kind: "ride.alerted",
    cause: ride.id,
    person: ride.host_id,
    path: ridePath({
      ride,
      match,
      criteria,
    }),
    details: {
      from: origin.label,
      to: destination.label,
      at: shownTime(pickupAt),
      timeZone: timeZoneAt(origin),
    },
    lateAt: pickupAt,
  };
}

/** Sent once a day to a seeker whose searches find more rides than the alert limit allows. */
export function moreRidesNotification({ now }: Context, ownerId: string): NewNotification {
  const day = now().toISOString().slice(0, 10);
  return {
    to: ownerId,
    kind: "rides.more",
    cause: `${ownerId} ${day}`,
    path: "/saved-searches",
    details: {},
  };
}

/** Notification to a host about a request along their route (approximate places). */
export function requestAlertNotification(
  { hostId, requestId, rideId }: RequestAlert,
  request: RideRequestRow,
): NewNotification {
  return {
    to: hostId,
    kind: "ride-request.alerted",
    cause: requestId,
    person: request.seeker_id,
    path: `/requests/${requestId}?ride=${rideId}`,
    details: {
      from: request.approximate_origin.label,
      to: request.approximate_destination.label,
      at: request.departs_after.toISOString(),
      timeZone: request.time_zone,
      seats: request.seats,
    },
    lateAt: request.departs_before,
  };
}

/** Link to the ride's page, opened at this person's segment. */
function ridePath({
  ride,
  match,
  criteria,
}: Pick<AlertedMatch, "ride" | "match" | "criteria">): `/${string}` {
  const params = new URLSearchParams({
    pickup: formatPlace(
      nameMeetingPoint(
        ride,
        match.pickup,
        match.pickupBy === "fetch" ? criteria.origin : undefined,
      ),
    ),
    dropoff: formatPlace(
      nameMeetingPoint(
        ride,
        match.dropoff,
        match.dropoffBy === "fetch" ? criteria.destination : undefined,
      ),
    ),
  });
  const from = Math.round(match.walkFromM);
  const to = Math.round(match.walkToM);
  if (from > 0 || to > 0) params.set("walk", `${from},${to}`);
  if (criteria.seats > 1) params.set("seats", String(criteria.seats));
  return `/rides/${ride.id}?${params.toString()}`;
}

/** Names a meeting point after the requested place or the stop. */
function nameMeetingPoint({ points }: RideRow, at: LatLng, requested: Place | undefined): Place {
  const stop = points.find(({ lat, lng }) => lat === at.lat && lng === at.lng);
  return (
    requested ??
    stop ??
    (isKnownStop(at)
      ? at
      : {
          label: translatable("On the way", { comment: "Instead of the name of a place." }),
          lat: at.lat,
          lng: at.lng,
        })
  );
}

const DECIMALS = 1e6;
const formatPlace = ({ lat, lng, label }: Place) =>
  `${roundDegrees(lat)},${roundDegrees(lng)},${label}`;
const roundDegrees = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS;
