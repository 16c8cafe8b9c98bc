import type { LatLng } from "@commonlane/matching/geo";
import { METRES_PER_DEGREE } from "@commonlane/matching/geo";

/** Points in 1e-7 degrees. */
export interface ShapePoints {
  readonly shapeLat7: Int32Array;
  readonly shapeLng7: Int32Array;
}

/** Lines, numbered from 0. The points of line n are those from `shapeFirst[n]` up to `shapeEnd[n]`. */
export interface Shapes extends ShapePoints {
  readonly shapeFirst: Uint32Array;
  readonly shapeEnd: Uint32Array;
}

/** A point of a line: the share of the line before it, from 0 to 1, and its distance from some place. */
export interface PointOfShape {
  readonly line: number;
  readonly part: number;
  readonly at: LatLng;
  readonly offM: number;
}

const UNITS = 1e7;

export const pointOf = ({ shapeLat7, shapeLng7 }: ShapePoints, point: number): LatLng => ({
  lat: shapeLat7[point]! / UNITS,
  lng: shapeLng7[point]! / UNITS,
});

/** Difference of two longitudes, the short way around. */
export const lngDifference = (a: number, b: number): number => {
  const difference = a - b;
  if (difference > 180) return difference - 360;
  return difference < -180 ? difference + 360 : difference;
};

/** A longitude that may lie beyond the 180th meridian, from -180 to 180. */
export const wrapLng = (lng: number): number => lngDifference(lng, 0);

/** The longitude at this part of the way from one to another, the short way around. */
export const lngBetween = (from: number, to: number, part: number): number =>
  wrapLng(from + part * lngDifference(to, from));

/** The point of a line that is nearest to a place. On a plane through the place: meant for short distances. */
export function nearestPoint(shapes: Shapes, line: number, place: LatLng): PointOfShape {
  const { shapeLat7, shapeLng7 } = shapes;
  const first = shapes.shapeFirst[line]!;
  const end = shapes.shapeEnd[line]!;
  const metresPerLng = METRES_PER_DEGREE * Math.cos((place.lat * Math.PI) / 180);

  let x = lngDifference(shapeLng7[first]! / UNITS, place.lng) * metresPerLng;
  let y = (shapeLat7[first]! / UNITS - place.lat) * METRES_PER_DEGREE;
  let lengthM = 0;
  let bestSquared = x * x + y * y;
  let bestX = x;
  let bestY = y;
  let bestAlongM = 0;
  for (let point = first + 1; point < end; point++) {
    const nextX = lngDifference(shapeLng7[point]! / UNITS, place.lng) * metresPerLng;
    const nextY = (shapeLat7[point]! / UNITS - place.lat) * METRES_PER_DEGREE;
    const dx = nextX - x;
    const dy = nextY - y;
    const squaredLength = dx * dx + dy * dy;
    const pieceM = Math.sqrt(squaredLength);
    const share = squaredLength > 0 ? -(x * dx + y * dy) / squaredLength : 0;
    const within = Math.min(1, Math.max(0, share));
    const nearX = x + within * dx;
    const nearY = y + within * dy;
    const squared = nearX * nearX + nearY * nearY;
    if (squared < bestSquared) {
      bestSquared = squared;
      bestX = nearX;
      bestY = nearY;
      bestAlongM = lengthM + within * pieceM;
    }
    lengthM += pieceM;
    x = nextX;
    y = nextY;
  }
  const lng = place.lng + bestX / metresPerLng;
  return {
    line,
    part: lengthM > 0 ? Math.min(1, bestAlongM / lengthM) : 0,
    at: {
      lat: place.lat + bestY / METRES_PER_DEGREE,
      lng: wrapLng(lng),
    },
    offM: Math.sqrt(bestSquared),
  };
}

/** The points of a line from one part of it to another, in this direction, with both ends. */
export function pieceOfShape(shapes: Shapes, line: number, from: number, to: number): LatLng[] {
  const first = shapes.shapeFirst[line]!;
  const end = shapes.shapeEnd[line]!;
  const points = Array.from({ length: end - first }, (_, n) => pointOf(shapes, first + n));
  const along = partsAlong(points);
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  const inside = points.filter((_, n) => along[n]! > low && along[n]! < high);
  const piece = [pointAt(points, along, low), ...inside, pointAt(points, along, high)];
  return from <= to ? piece : piece.toReversed();
}

/** The share of the line before each of its points. */
function partsAlong(points: readonly LatLng[]): number[] {
  const middle = points[0]!.lat;
  const metresPerLng = METRES_PER_DEGREE * Math.cos((middle * Math.PI) / 180);
  let lengthM = 0;
  const alongM = points.map((point, n) => {
    const before = points[n - 1] ?? point;
    const x = lngDifference(point.lng, before.lng) * metresPerLng;
    const y = (point.lat - before.lat) * METRES_PER_DEGREE;
    lengthM += Math.hypot(x, y);
    return lengthM;
  });
  const last = points.length - 1;
  return alongM.map((before, n) => (n === last || lengthM === 0 ? 1 : before / lengthM));
}

function pointAt(points: readonly LatLng[], along: readonly number[], part: number): LatLng {
  const next = along.findIndex((share) => share >= part);
  if (next <= 0) return points[0]!;
  const before = points[next - 1]!;
  const after = points[next]!;
  const share = (part - along[next - 1]!) / (along[next]! - along[next - 1]!);
  return {
    lat: before.lat + share * (after.lat - before.lat),
    lng: lngBetween(before.lng, after.lng, share),
  };
}
