import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { lineOf, pointsOf, type RidePart } from "./ride-part.ts";
import { legsOf, sameAs } from "./way.ts";

/** One line of a ride's timeline: a point of the ride, or where the reader gets in or out between two of them. */
export interface TimelinePoint {
  readonly key: string;
  readonly place: Place;
  readonly at: string;
  /** The reader is aboard here, or gets in or out. */
  readonly mine: boolean;
  readonly role: "pickup" | "dropoff" | undefined;
  /** Free seats on the leg that begins here; nothing at points that begin none. */
  readonly seatsLeft: number | undefined;
}

/** The points of a ride in their order, with the reader's own two among them. */
export function timelineOf(ride: Ride, part: RidePart): TimelinePoint[] {
  const points = pointsOf(ride);
  const { firstLeg, lastLeg } = legsOf(points, lineOf(ride), part);
  const inAtStop = sameAs(points, part.pickup) === firstLeg;
  const outAtStop = sameAs(points, part.dropoff) === lastLeg + 1;
  return points.flatMap((place, n) => {
    const isPickup = !part.whole && inAtStop && n === firstLeg;
    const isDropoff = !part.whole && outAtStop && n === lastLeg + 1;
    const own: TimelinePoint = {
      key: `stop-${n}`,
      place,
      at: isPickup ? part.pickupAt : isDropoff ? part.dropoffAt : (ride.eta[n] ?? ride.departsAt),
      mine: !part.whole && n >= firstLeg + (inAtStop ? 0 : 1) && n <= lastLeg + (outAtStop ? 1 : 0),
      role: isPickup ? "pickup" : isDropoff ? "dropoff" : undefined,
      seatsLeft: ride.seatsLeftByLeg[n],
    };
    const getsIn = !part.whole && !inAtStop && n === firstLeg;
    const getsOut = !part.whole && !outAtStop && n === lastLeg;
    return [own, ...(getsIn ? [between("pickup", part)] : []), ...(getsOut ? [between("dropoff", part)] : [])];
  });
}

function between(role: "pickup" | "dropoff", part: RidePart): TimelinePoint {
  const at = role === "pickup" ? part.pickupAt : part.dropoffAt;
  return { key: role, place: part[role], at, mine: true, role, seatsLeft: undefined };
}
