import type { LatLng } from "@commonlane/contract/shapes";
import { EARTH_RADIUS_M } from "@commonlane/matching/geo";
import type { Box } from "#platform/regions/coverage.ts";

export type { Box } from "#platform/regions/coverage.ts";

const toRad = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;
// Positions are rounded to about ten metres, and a circle includes its edge.
const EDGE_M = 50;

/**
 * Boxes that together contain every point at most `radiusM` metres from `centre`: two if the circle crosses the 180th
 * meridian.
 */
export function boxesAround({ lat, lng }: LatLng, radiusM: number): Box[] {
  const angle = (radiusM + EDGE_M) / EARTH_RADIUS_M;
  const south = lat - toDegrees(angle);
  const north = lat + toDegrees(angle);
  const band = {
    south,
    north,
    west: -180,
    east: 180,
  };
  if (south <= -90 || north >= 90) return [band];
  // Widest where the meridian touches the circle, which is poleward of its centre.
  const width = toDegrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(toRad(lat)))));
  const west = lng - width;
  const east = lng + width;
  if (west < -180)
    return [
      { ...band, east },
      { ...band, west: west + 360 },
    ];
  if (east > 180)
    return [
      { ...band, west },
      { ...band, east: east - 360 },
    ];
  return [{ south, north, west, east }];
}
