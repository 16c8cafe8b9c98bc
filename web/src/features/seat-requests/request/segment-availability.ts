import type { Ride } from "@commonlane/contract/rides";
import type { LatLng, Money, Place } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";

/** Position on a ride's route: the index of a point, plus the fraction of the leg after it. */
export type RidePosition = number;

/** Free seats and price between two positions. */
export interface SegmentAvailability {
  /** Free seats on the fullest leg. */
  readonly seatsFree: number;
  /** Price per seat. */
  readonly contribution: Money | null;
}

export const pointsOf = ({ origin, stops, destination }: Ride): Place[] => [
  origin,
  ...stops,
  destination,
];

/** Index of the ride's point at a place; -1 if none is. */
export const findPointAt = (ride: Ride, place: LatLng): number =>
  pointsOf(ride).findIndex((point) => distanceM(point, place) < 30);

/**
 * Free seats and price between two positions. The server measures again and may pick another leg for a place beside the
 * route.
 */
export function getAvailabilityBetween(
  ride: Ride,
  from: RidePosition,
  to: RidePosition,
): SegmentAvailability {
  const last = ride.seatsLeftByLeg.length - 1;
  const firstLeg = Math.min(Math.max(0, Math.floor(from)), last);
  const lastLeg = Math.min(Math.max(firstLeg, Math.ceil(to) - 1), last);
  const fraction =
    (getSecondsAt(ride, to) - getSecondsAt(ride, from)) / Math.max(1, ride.durationS);
  return {
    seatsFree: Math.min(...ride.seatsLeftByLeg.slice(firstLeg, lastLeg + 1)),
    contribution: ride.contribution && {
      ...ride.contribution,
      amountMinor: Math.round(ride.contribution.amountMinor * Math.min(1, Math.max(0, fraction))),
    },
  };
}

/** Position of a place along a ride: on the nearest leg, not before `minPosition`. */
export function locateOnRide(
  ride: Ride,
  place: LatLng,
  minPosition: RidePosition = 0,
): RidePosition {
  const points = pointsOf(ride);
  const legs = points.slice(1).map((end, leg) => {
    const start = points[leg] ?? end;
    const fraction = Math.max(
      fractionAlong(start, end, place),
      Math.min(1, Math.max(0, minPosition - leg)),
    );
    const at = {
      lat: interpolate(start.lat, end.lat, fraction),
      lng: start.lng + eastwardDegrees(start, end) * fraction,
    };
    return {
      position: leg + fraction,
      distanceAwayM: distanceM(at, place),
      leg,
    };
  });
  const legsAhead = legs.filter(({ leg }) => leg >= Math.floor(minPosition));
  const nearest = legsAhead.toSorted((a, b) => a.distanceAwayM - b.distanceAwayM)[0];
  return nearest?.position ?? minPosition;
}

function getSecondsAt({ eta, departsAt }: Ride, position: RidePosition): number {
  const leg = Math.min(Math.floor(position), eta.length - 1);
  const at = (n: number) =>
    (Date.parse(eta[Math.min(n, eta.length - 1)] ?? departsAt) - Date.parse(departsAt)) / 1000;
  return interpolate(at(leg), at(leg + 1), position - leg);
}

/** Fraction along a leg of the point nearest to a place, on a flat projection. */
function fractionAlong(a: LatLng, b: LatLng, place: LatLng): number {
  const lngScale = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  const legVector = {
    x: eastwardDegrees(a, b) * lngScale,
    y: b.lat - a.lat,
  };
  const placeVector = {
    x: eastwardDegrees(a, place) * lngScale,
    y: place.lat - a.lat,
  };
  const length2 = legVector.x ** 2 + legVector.y ** 2;
  return length2 === 0
    ? 0
    : Math.min(
        1,
        Math.max(0, (legVector.x * placeVector.x + legVector.y * placeVector.y) / length2),
      );
}

function interpolate(a: number, b: number, fraction: number): number {
  return a + (b - a) * fraction;
}

/** Degrees eastwards from a to b, the short way around the globe. */
const eastwardDegrees = (a: LatLng, b: LatLng): number =>
  ((((b.lng - a.lng + 180) % 360) + 360) % 360) - 180;
