import { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { MatchSettings } from "@commonlane/matching/rule";
import { encodePolyline } from "@commonlane/contract/polyline";
import { putRide } from "./fill-index.ts";

const point = (lat: number, lng: number) => ({
  label: "A place",
  lat,
  lng,
});

/** An index of a few rides of all kinds. Its stored form shows whether a file was made by the code that reads it. */
export function createSampleIndex(settings: MatchSettings): CorridorIndex {
  const index = new CorridorIndex(settings);
  for (const row of ROWS) putRide(index, row);
  return index;
}

const ROWS = [
  {
    points: [point(47.9959, 7.8522), point(49.9842, 8.2791), point(50.9331, 6.95)],
    max_detour_m: 10_000,
  },
  {
    points: [point(52.52, 13.405), point(48.8566, 2.3522)],
    max_detour_m: 0,
  },
  {
    points: [point(-16.5, 179.2), point(-17.1, -179.4), point(-16.5, 179.2)],
    max_detour_m: 40_000,
  },
].map(({ points, max_detour_m }, n) => ({
  id: `01980000-0000-7000-8000-00000000000${n}`,
  points,
  departs_at: new Date(Date.UTC(2026, 0, 2, 6, 45)),
  seats_left: points.slice(1).map((_, leg) => leg + 1),
  public_route: null,
  driven_route: null,
  max_detour_m,
  max_detour_s: max_detour_m / 20,
  leg_points: n === 0 ? [2, 2] : null,
  polyline: n === 0 ? encodePolyline(points) : null,
  leg_distance_m: points.slice(1).map(() => 240_000),
  leg_duration_s: points.slice(1).map(() => 9_000),
}));
