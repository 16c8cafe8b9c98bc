import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM, pointAlongLeg } from "@commonlane/matching/geo";
import type { Settings } from "../settings.ts";
import type { Road, RouteLeg, Router } from "./router.ts";

/** A straight leg is drawn with a point at least this often, so that it bends on the map as it does on the globe. */
const DRAWN_EVERY_M = 100_000;

type Pace = Pick<Settings, "DRIVING_FACTOR" | "DRIVING_M_PER_S">;

/** The router that needs no service: great circles, lengthened by the driving factor, at the driving speed (domain.md, Matching). */
export function greatCircles(pace: Pace): Router {
  const router: Router = {
    knowsRoads: false,
    route: async (points) => ({ legs: reckonedLegs(points, pace), routed: false }),
    table: async (sources, targets) => sources.map((from) => targets.map((to) => reckoned(from, to, pace))),
    get fromMemory() {
      return router;
    },
  };
  return router;
}

function reckonedLegs(points: readonly LatLng[], pace: Pace): RouteLeg[] {
  return points.slice(1).map((to, leg) => {
    const from = points[leg] ?? to;
    return { ...reckoned(from, to, pace), line: drawn(from, to) };
  });
}

function reckoned(from: LatLng, to: LatLng, pace: Pace): Road {
  const metres = distanceM(from, to) * pace.DRIVING_FACTOR;
  return { distanceM: metres, durationS: metres / pace.DRIVING_M_PER_S };
}

function drawn(from: LatLng, to: LatLng): LatLng[] {
  const pieces = Math.max(1, Math.ceil(distanceM(from, to) / DRAWN_EVERY_M));
  const line = Array.from({ length: pieces }, (_, n) => (n === 0 ? from : pointAlongLeg(from, to, n / pieces)));
  return [...line, to];
}
