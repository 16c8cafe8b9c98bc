import { distanceM } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import type { Road, RoutingEngine } from "#platform/routing/routing-engine.ts";

/** Roads are straight but count 1.5 times the distance; cars drive 20 m/s. */
export const fakeRoadM = (from: LatLng, to: LatLng): number => 1.5 * distanceM(from, to);
export const fakeRoadS = (from: LatLng, to: LatLng): number => fakeRoadM(from, to) / 20;

const WALK_MPS = 1.3;

const fakeRoad = (from: LatLng, to: LatLng): Road => ({
  distanceM: fakeRoadM(from, to),
  durationS: fakeRoadS(from, to),
});

/** A routing engine with such roads everywhere. */
export const fakeRoads: RoutingEngine = {
  isCovered: () => true,
  isOnBadRoad: () => false,
  road: fakeRoad,
  route: (points) => {
    const legs = points.slice(1).map((to, n) => {
      const from = points[n] ?? to;
      return { ...fakeRoad(from, to), line: [from, to] };
    });
    return { legs, routed: true };
  },
  walks: (place, others) =>
    others.map((other) => {
      const metres = 1.2 * distanceM(place, other);
      return { distanceM: metres, durationS: metres / WALK_MPS };
    }),
  walkPath: (from, to) => [from, to],
};
