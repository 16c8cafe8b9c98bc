import { EARTH_RADIUS_M } from "../geo.ts";
import type { AccessMode } from "../model.ts";
import { angle, nearestAlong, pointAt } from "../geometry/sphere.ts";
import type { Vec } from "../geometry/sphere.ts";
import type { Route } from "./route.ts";

/** One way to get in or out on one leg: the place, and its distance from the two points of the leg. */
export interface LegAccess {
  readonly leg: number;
  readonly by: AccessMode;
  readonly at: Vec;
  readonly beforeRad: number;
  readonly afterRad: number;
  readonly walkM: number;
}

/** Limits of one end: the walk including its factor, and the host's great-circle detour. */
export interface AccessLimits {
  readonly walkM: number;
  readonly walkFactor: number;
  /** Negative: the host fetches no one. */
  readonly extraRad: number;
}

// Rounding errors must only ever keep a candidate: 1e-12 rad is 6 micrometres.
const SLACK_RAD = 1e-12;

/** The ends within the limits in driving order: for each leg none, walking, being fetched, or both. O(points). */
export const findLegAccess = (
  route: Route,
  place: Vec,
  limits: AccessLimits,
): readonly LegAccess[] => {
  const ends: LegAccess[] = [];
  const walkRad = limits.walkM / limits.walkFactor / EARTH_RADIUS_M;
  let beforeRad = route.angleTo(0, place);
  for (let leg = 0; leg < route.legs; leg++) {
    const afterRad = route.angleTo(leg + 1, place);
    const extraRad = beforeRad + afterRad - route.legRad[leg]!;
    // The detour over the nearest point of the leg is at most two walks.
    if (extraRad <= 2 * walkRad + SLACK_RAD) {
      const walk = findWalkToLeg(route, leg, place, limits);
      if (walk !== undefined) ends.push(walk);
    }
    // With the other end on the same leg, the detour is never less than this insertion alone.
    if (limits.extraRad >= 0 && extraRad <= limits.extraRad + SLACK_RAD) {
      ends.push({
        leg,
        by: "fetch",
        at: place,
        beforeRad,
        afterRad,
        walkM: 0,
      });
    }
    beforeRad = afterRad;
  }
  return ends;
};

const findWalkToLeg = (
  route: Route,
  leg: number,
  place: Vec,
  limits: AccessLimits,
): LegAccess | undefined => {
  const arc = route.arcOf(leg);
  const along = nearestAlong(arc, place);
  const at = pointAt(arc, along);
  const walkM = limits.walkFactor * EARTH_RADIUS_M * angle(at, place);
  return walkM <= limits.walkM
    ? {
        leg,
        by: "walk",
        at,
        beforeRad: along,
        afterRad: arc.rad - along,
        walkM,
      }
    : undefined;
};
