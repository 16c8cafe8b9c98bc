import type { Ride } from "@commonlane/contract/rides";
import type { LatLng, Money, Place } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";

/** Where somebody is on a ride's way: the number of a point, or between two of them as a share of that leg. */
export type Position = number;

/** What holds between two positions on a ride. */
export interface Stretch {
  /** Free seats on its fullest leg. */
  readonly seatsFree: number;
  /** For one seat. */
  readonly contribution: Money | null;
}

export const pointsOf = ({ origin, stops, destination }: Ride): Place[] => [origin, ...stops, destination];

/** The number of the ride's point that lies at a place; -1 where none does. */
export const pointAt = (ride: Ride, place: LatLng): number =>
  pointsOf(ride).findIndex((point) => distanceM(point, place) < 30);

/** Free seats and cost between two positions. The server measures again: beside the way it may find another leg nearer. */
export function stretchBetween(ride: Ride, from: Position, to: Position): Stretch {
  const last = ride.seatsLeftByLeg.length - 1;
  const firstLeg = Math.min(Math.max(0, Math.floor(from)), last);
  const lastLeg = Math.min(Math.max(firstLeg, Math.ceil(to) - 1), last);
  const share = (secondsAt(ride, to) - secondsAt(ride, from)) / Math.max(1, ride.durationS);
  return {
    seatsFree: Math.min(...ride.seatsLeftByLeg.slice(firstLeg, lastLeg + 1)),
    contribution: ride.contribution && {
      ...ride.contribution,
      amountMinor: Math.round(ride.contribution.amountMinor * Math.min(1, Math.max(0, share))),
    },
  };
}

/** Where a place lies along a ride: on the leg that passes nearest to it, not before `notBefore`. */
export function positionOf(ride: Ride, place: LatLng, notBefore: Position = 0): Position {
  const points = pointsOf(ride);
  const legs = points.slice(1).map((end, leg) => {
    const start = points[leg] ?? end;
    const share = Math.max(shareAlong(start, end, place), Math.min(1, Math.max(0, notBefore - leg)));
    const at = { lat: mix(start.lat, end.lat, share), lng: start.lng + eastward(start, end) * share };
    return { position: leg + share, awayM: distanceM(at, place), leg };
  });
  const ahead = legs.filter(({ leg }) => leg >= Math.floor(notBefore));
  const nearest = ahead.toSorted((a, b) => a.awayM - b.awayM)[0];
  return nearest?.position ?? notBefore;
}

/** Parts of the way on which so many seats are free, as the numbers of the points at their ends. */
export function freeParts({ seatsLeftByLeg }: Ride, seats: number): { from: number; to: number; free: number }[] {
  const parts: { from: number; to: number; free: number }[] = [];
  for (const [leg, free] of seatsLeftByLeg.entries()) {
    if (free < seats) continue;
    const open = parts.at(-1);
    if (open?.to === leg) parts[parts.length - 1] = { ...open, to: leg + 1, free: Math.min(open.free, free) };
    else parts.push({ from: leg, to: leg + 1, free });
  }
  return parts;
}

function secondsAt({ eta, departsAt }: Ride, position: Position): number {
  const leg = Math.min(Math.floor(position), eta.length - 1);
  const at = (n: number) => (Date.parse(eta[Math.min(n, eta.length - 1)] ?? departsAt) - Date.parse(departsAt)) / 1000;
  return mix(at(leg), at(leg + 1), position - leg);
}

/** How far along a leg the point nearest to a place is, on a flat map around it. */
function shareAlong(a: LatLng, b: LatLng, place: LatLng): number {
  const narrowing = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  const way = { x: eastward(a, b) * narrowing, y: b.lat - a.lat };
  const there = { x: eastward(a, place) * narrowing, y: place.lat - a.lat };
  const length2 = way.x ** 2 + way.y ** 2;
  return length2 === 0 ? 0 : Math.min(1, Math.max(0, (way.x * there.x + way.y * there.y) / length2));
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
/** Degrees to go east, the short way around the globe. */
const eastward = (a: LatLng, b: LatLng): number => ((((b.lng - a.lng + 180) % 360) + 360) % 360) - 180;
