import type { LatLng } from "@commonlane/contract/shapes";

/** Position on a line: the segment number plus the fraction along that segment. */
type LinePosition = number;

const METRES_PER_DEGREE = 111_195;
const SAME_POINT_M = 30;

interface PointOnLine {
  readonly at: LinePosition;
  readonly point: LatLng;
}

/** The part of a line between pickup and dropoff, both of which may lie beside the line. */
export function sliceLine(line: readonly LatLng[], pickup: LatLng, dropoff: LatLng): LatLng[] {
  const start = nearestPointOnLine(line, pickup, 0);
  const end = start && nearestPointOnLine(line, dropoff, start.at);
  if (!start || !end) return [pickup, dropoff];
  const innerPoints = line.filter((_, n) => n > start.at && n < end.at);
  return [pickup, start.point, ...innerPoints, end.point, dropoff].filter(
    (point, n, all) => n === 0 || metresBetween(point, all[n - 1] ?? point) > 1,
  );
}

/**
 * First and last leg that the passenger travels, counted from 0. `points` are the ride's points in order along its
 * line.
 */
export function findLegs(
  points: readonly LatLng[],
  line: readonly LatLng[],
  {
    pickup,
    dropoff,
  }: {
    pickup: LatLng;
    dropoff: LatLng;
  },
): { firstLeg: number; lastLeg: number } {
  const lastLeg = points.length - 2;
  const positions = locatePoints(points, line);
  const start = findPointAt(points, pickup);
  const end = points.findIndex(
    (point, n) => n > Math.max(0, start) && metresBetween(point, dropoff) < SAME_POINT_M,
  );
  const pickupPosition = nearestPointOnLine(line, pickup, 0)?.at ?? 0;
  const dropoffPosition =
    nearestPointOnLine(line, dropoff, pickupPosition)?.at ?? Number.POSITIVE_INFINITY;
  const first =
    start >= 0 ? start : positions.findLastIndex((position) => position <= pickupPosition);
  const last =
    end >= 0 ? end - 1 : positions.findIndex((position) => position >= dropoffPosition) - 1;
  const boundedFirst = Math.min(Math.max(first, 0), lastLeg);
  return {
    firstLeg: boundedFirst,
    lastLeg: last < 0 ? lastLeg : Math.max(boundedFirst, Math.min(last, lastLeg)),
  };
}

/** Distance of a place from the nearest point of a line, in metres. */
export function metresFromLine(line: readonly LatLng[], place: LatLng): number {
  const nearest = nearestPointOnLine(line, place, 0);
  return nearest ? metresBetween(nearest.point, place) : Infinity;
}

/** Index of the point at this place; -1 if none is. */
export const findPointAt = (points: readonly LatLng[], place: LatLng): number =>
  points.findIndex((point) => metresBetween(point, place) < SAME_POINT_M);

/** Length of a line in metres, with an equirectangular approximation per segment. Accurate to a few per mille. */
export const lineLengthM = (line: readonly LatLng[]): number =>
  line.reduce(
    (sum, point, n) => sum + (n === 0 ? 0 : metresBetween(line[n - 1] ?? point, point)),
    0,
  );

/** Distance between two points in metres, see `lineLengthM`. */
export function metresBetween(a: LatLng, b: LatLng): number {
  const { x, y } = offset(a, b);
  return Math.hypot(x, y);
}

function locatePoints(points: readonly LatLng[], line: readonly LatLng[]): LinePosition[] {
  let lastPosition: LinePosition = 0;
  return points.map((point) => {
    lastPosition = nearestPointOnLine(line, point, lastPosition)?.at ?? lastPosition;
    return lastPosition;
  });
}

/** Nearest point of a line to a place, not before `minPosition`. */
function nearestPointOnLine(
  line: readonly LatLng[],
  place: LatLng,
  minPosition: LinePosition,
): PointOnLine | undefined {
  let best: (PointOnLine & { distanceM: number }) | undefined;
  for (let n = Math.floor(minPosition); n < line.length - 1; n++) {
    const a = line[n];
    const b = line[n + 1];
    if (!a || !b) continue;
    const fraction = Math.max(fractionAlong(a, b, place), n < minPosition ? minPosition - n : 0);
    const point = between(a, b, fraction);
    const distanceM = metresBetween(point, place);
    if (!best || distanceM < best.distanceM)
      best = {
        at: n + fraction,
        point,
        distanceM,
      };
  }
  return best ?? lastPointOf(line);
}

function lastPointOf(line: readonly LatLng[]): PointOnLine | undefined {
  const point = line.at(-1);
  return point && { at: line.length - 1, point };
}

function fractionAlong(a: LatLng, b: LatLng, place: LatLng): number {
  const segment = offset(a, b);
  const toPlace = offset(a, place);
  const length2 = segment.x ** 2 + segment.y ** 2;
  return length2 === 0
    ? 0
    : Math.min(1, Math.max(0, (segment.x * toPlace.x + segment.y * toPlace.y) / length2));
}

function between(a: LatLng, b: LatLng, fraction: number): LatLng {
  return {
    lat: a.lat + (b.lat - a.lat) * fraction,
    lng: a.lng + eastwardDegrees(a, b) * fraction,
  };
}

function offset(
  a: LatLng,
  b: LatLng,
): {
  x: number;
  y: number;
} {
  const lngScale = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return {
    x: eastwardDegrees(a, b) * lngScale * METRES_PER_DEGREE,
    y: (b.lat - a.lat) * METRES_PER_DEGREE,
  };
}

/** Degrees eastwards from a to b, the short way around the globe. */
const eastwardDegrees = (a: LatLng, b: LatLng): number =>
  ((((b.lng - a.lng + 180) % 360) + 360) % 360) - 180;
