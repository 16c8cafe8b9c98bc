import { lngDifference } from "@commonlane/geo/road-network/shapes";
import { METRES_PER_DEGREE } from "@commonlane/matching/geo";

/** A line or ring of positions: lat, lng, lat, lng, … in degrees. */
export type Path = Float64Array;

/** True for a ring, which ends where it began. */
export const isRing = (path: Path): boolean =>
  path.length >= 8 && path[0] === path[path.length - 2] && path[1] === path[path.length - 1];

/** True if the position is inside an odd number of rings, so holes need no special treatment. */
export function isInside(rings: readonly Path[], lat: number, lng: number): boolean {
  let inside = false;
  for (const ring of rings)
    forEachCrossing(ring, lat, (crossing) => (inside = crossing > lng ? !inside : inside));
  return inside;
}

/** Calls back with the longitude of each place where the ring crosses a parallel. */
function forEachCrossing(ring: Path, lat: number, onCrossing: (lng: number) => void): void {
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const lat1 = ring[at] ?? 0;
    const lng1 = ring[at + 1] ?? 0;
    const lat2 = ring[at + 2] ?? 0;
    const lng2 = ring[at + 3] ?? 0;
    if (lat1 > lat !== lat2 > lat)
      onCrossing(lng1 + ((lat - lat1) / (lat2 - lat1)) * (lng2 - lng1));
  }
}

export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** A position inside an area: its centroid, or, if that is outside, the middle of the widest part at that latitude. */
export function pointInside(rings: readonly Path[]): Position | undefined {
  const largest = rings.reduce<Path | undefined>(
    (best, ring) => (!best || Math.abs(areaOf(ring)) > Math.abs(areaOf(best)) ? ring : best),
    undefined,
  );
  if (!largest) return undefined;
  const centroid = centroidOf(largest);
  if (isInside(rings, centroid.lat, centroid.lng)) return centroid;
  const crossings: number[] = [];
  for (const ring of rings) forEachCrossing(ring, centroid.lat, (lng) => void crossings.push(lng));
  crossings.sort((a, b) => a - b);
  let widest = { width: -1, lng: centroid.lng };
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const west = crossings[at] ?? 0;
    const east = crossings[at + 1] ?? 0;
    if (east - west > widest.width)
      widest = {
        width: east - west,
        lng: (west + east) / 2,
      };
  }
  return { lat: centroid.lat, lng: widest.lng };
}

// Relative to the first point, because the differences of large products would be lost in rounding.
function areaOf(ring: Path): number {
  let area = 0;
  forEachEdge(ring, (cross) => (area += cross));
  return area / 2;
}

function centroidOf(ring: Path): Position {
  const lat0 = ring[0] ?? 0;
  const lng0 = ring[1] ?? 0;
  let area = 0;
  let latSum = 0;
  let lngSum = 0;
  forEachEdge(ring, (cross, y1, x1, y2, x2) => {
    area += cross;
    latSum += (y1 + y2) * cross;
    lngSum += (x1 + x2) * cross;
  });
  return area === 0
    ? { lat: lat0, lng: lng0 }
    : {
        lat: lat0 + latSum / (3 * area),
        lng: lng0 + lngSum / (3 * area),
      };
}

type OnEdge = (cross: number, y1: number, x1: number, y2: number, x2: number) => void;

function forEachEdge(ring: Path, onEdge: OnEdge): void {
  const lat0 = ring[0] ?? 0;
  const lng0 = ring[1] ?? 0;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const y1 = (ring[at] ?? 0) - lat0;
    const x1 = (ring[at + 1] ?? 0) - lng0;
    const y2 = (ring[at + 2] ?? 0) - lat0;
    const x2 = (ring[at + 3] ?? 0) - lng0;
    onEdge(x1 * y2 - x2 * y1, y1, x1, y2, x2);
  }
}

/** A position for any object: inside if it is a closed line, otherwise the point in the middle of the line. */
export function pointOf(path: Path): Position | undefined {
  if (path.length < 2) return undefined;
  if (isRing(path)) return pointInside([path]);
  const middle = Math.floor(path.length / 4) * 2;
  return {
    lat: path[middle] ?? 0,
    lng: path[middle + 1] ?? 0,
  };
}

/** Distance on a flat map, in metres: exact enough for the few kilometres that decide here. */
export function flatDistanceM(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const y = (lat1 - lat2) * METRES_PER_DEGREE;
  const x =
    lngDifference(lng1, lng2) * METRES_PER_DEGREE * Math.cos(((lat1 + lat2) * Math.PI) / 360);
  return Math.sqrt(x * x + y * y);
}
