import type { Ride } from "@commonlane/contract/rides";
import type { PickupPlace } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { decodeRouteLine, pointsOf, type RideSegment } from "../ride-segment.ts";
import { findLegs, findPointAt } from "../route-geometry.ts";

/** One row of the timeline: a point of the ride, or the viewer's pickup or dropoff between two points. */
export interface TimelinePoint {
  readonly key: string;
  readonly place: PickupPlace;
  readonly at: string;
  /** True if the viewer is in the car at this point, or gets in or out here. */
  readonly isOnSegment: boolean;
  readonly role: "pickup" | "dropoff" | undefined;
  /** Free seats on the leg that starts here; undefined at the last row and at the viewer's own stops. */
  readonly seatsLeft: number | undefined;
}

/** Rows for the points of a ride in order, including the viewer's pickup and dropoff; no time is before the one above. */
export function buildTimeline(ride: Ride, segment: RideSegment): TimelinePoint[] {
  const points = pointsOf(ride);
  const { firstLeg, lastLeg } = findLegs(points, decodeRouteLine(ride), segment);
  const pickupIsStop = findPointAt(points, segment.pickup) === firstLeg;
  const dropoffIsStop = findPointAt(points, segment.dropoff) === lastLeg + 1;
  const firstOnSegment = pickupIsStop ? firstLeg : firstLeg + 1;
  const lastOnSegment = dropoffIsStop ? lastLeg + 1 : lastLeg;
  const roleOf = (n: number) => {
    if (segment.isEntireRide) return undefined;
    if (pickupIsStop && n === firstLeg) return "pickup";
    return dropoffIsStop && n === lastLeg + 1 ? "dropoff" : undefined;
  };
  const rows = points.flatMap((place, n) => {
    const role = roleOf(n);
    const ridePoint: TimelinePoint = {
      key: `stop-${n}`,
      place,
      at: role ? instantOf(role, segment) : (ride.eta[n] ?? ride.departsAt),
      isOnSegment: !segment.isEntireRide && n >= firstOnSegment && n <= lastOnSegment,
      role,
      seatsLeft: ride.seatsLeftByLeg[n],
    };
    const insertPickup = !segment.isEntireRide && !pickupIsStop && n === firstLeg;
    const insertDropoff = !segment.isEntireRide && !dropoffIsStop && n === lastLeg;
    return [
      ridePoint,
      ...(insertPickup ? [insertedPoint("pickup", segment)] : []),
      ...(insertDropoff ? [insertedPoint("dropoff", segment)] : []),
    ];
  });
  return delayLaterPoints(rows, segment.detourS);
}

/** The times of a ride are those without the viewer: a point that the detour for them delays would come too early. */
function delayLaterPoints(rows: readonly TimelinePoint[], detourS: number): TimelinePoint[] {
  let lastMs = -Infinity;
  return rows.map((row) => {
    const plannedMs = Date.parse(row.at);
    const atMs = plannedMs < lastMs ? Math.max(lastMs, plannedMs + 1000 * detourS) : plannedMs;
    lastMs = atMs;
    return {
      ...row,
      at: shownTime(atMs),
    };
  });
}

function insertedPoint(role: "pickup" | "dropoff", segment: RideSegment): TimelinePoint {
  const at = instantOf(role, segment);
  return {
    key: role,
    place: segment[role],
    at,
    isOnSegment: true,
    role,
    seatsLeft: undefined,
  };
}

function instantOf(role: "pickup" | "dropoff", { pickupAt, dropoffAt }: RideSegment): string {
  return role === "pickup" ? pickupAt : dropoffAt;
}
