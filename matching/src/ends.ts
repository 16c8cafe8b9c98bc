import { EARTH_RADIUS_M } from "./geo.ts";
import { angle, dot, nearestAlong, pointAt } from "./sphere.ts";
import type { Vec } from "./sphere.ts";
import type { Way } from "./way.ts";

/** How one gets to the car or from it: on foot, or the host comes. */
export type EndBy = "walk" | "fetch";

/** One way to get in (or out) on one leg: where, and how far from the leg's two points. */
export interface LegEnd {
  readonly leg: number;
  readonly by: EndBy;
  readonly at: Vec;
  readonly beforeRad: number;
  readonly afterRad: number;
  readonly walkM: number;
}

/** What an end may cost at most: walking with its factor included, and the host's extra great-circle angle. */
export interface EndLimits {
  readonly walkM: number;
  readonly walkFactor: number;
  /** Negative: the host fetches nobody. */
  readonly extraRad: number;
}

// Bounds may err by rounding only towards keeping: 1e-12 rad is 6 micrometres.
const SLACK_RAD = 1e-12;

/** For each leg the ends within the limits: none, walking, being fetched, or both. */
export const endsOn = (way: Way, place: Vec, limits: EndLimits): readonly (readonly LegEnd[])[] => {
  const walkRad = limits.walkM / limits.walkFactor / EARTH_RADIUS_M;
  const farthestSine = walkRad < Math.PI / 2 ? Math.sin(walkRad) + SLACK_RAD : 1;
  let beforeRad = limits.extraRad < 0 ? 0 : angle(way.legs[0]!.arc.from, place);
  return way.legs.map(({ arc }, leg) => {
    const ends: LegEnd[] = [];
    // The sine of the distance to the whole great circle: no point of the leg is nearer.
    if (arc.rad === 0 || Math.abs(dot(place, arc.normal)) <= farthestSine) {
      const along = nearestAlong(arc, place);
      const at = pointAt(arc, along);
      const walkM = limits.walkFactor * EARTH_RADIUS_M * angle(at, place);
      if (walkM <= limits.walkM) {
        ends.push({ leg, by: "walk", at, beforeRad: along, afterRad: arc.rad - along, walkM });
      }
    }
    if (limits.extraRad >= 0) {
      const afterRad = angle(place, arc.to);
      // With the other end on the same leg the detour is never less than this insertion alone.
      if (beforeRad + afterRad - arc.rad <= limits.extraRad + SLACK_RAD) {
        ends.push({ leg, by: "fetch", at: place, beforeRad, afterRad, walkM: 0 });
      }
      beforeRad = afterRad;
    }
    return ends;
  });
};
