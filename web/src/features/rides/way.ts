import type { LatLng } from "@commonlane/contract/shapes";

/** Where a point lies on a line: the number of a line's piece and how far along that piece, as one number. */
type Position = number;

const METRES_PER_DEGREE = 111_195;
const SAME_POINT_M = 30;

interface OnLine {
  readonly at: Position;
  readonly point: LatLng;
}

/** The stretch of a line that somebody travels, from where they get in to where they get out; both may lie beside the line. */
export function stretchOf(line: readonly LatLng[], pickup: LatLng, dropoff: LatLng): LatLng[] {
  const start = nearestOn(line, pickup, 0);
  const end = start && nearestOn(line, dropoff, start.at);
  if (!start || !end) return [pickup, dropoff];
  const between = line.filter((_, n) => n > start.at && n < end.at);
  return [pickup, start.point, ...between, end.point, dropoff].filter(
    (point, n, all) => n === 0 || metresBetween(point, all[n - 1] ?? point) > 1,
  );
}

/** The legs that somebody is aboard on, counted from 0, where `points` are the ride's own points in order on its line. */
export function legsOf(
  points: readonly LatLng[],
  line: readonly LatLng[],
  { pickup, dropoff }: { pickup: LatLng; dropoff: LatLng },
): { firstLeg: number; lastLeg: number } {
  const lastLeg = points.length - 2;
  const positions = positionsOf(points, line);
  const start = sameAs(points, pickup);
  const end = points.findIndex((point, n) => n > Math.max(0, start) && metresBetween(point, dropoff) < SAME_POINT_M);
  const on = nearestOn(line, pickup, 0)?.at ?? 0;
  const off = nearestOn(line, dropoff, on)?.at ?? Number.POSITIVE_INFINITY;
  const first = start >= 0 ? start : positions.findLastIndex((position) => position <= on);
  const last = end >= 0 ? end - 1 : positions.findIndex((position) => position >= off) - 1;
  const bounded = Math.min(Math.max(first, 0), lastLeg);
  return { firstLeg: bounded, lastLeg: last < 0 ? lastLeg : Math.max(bounded, Math.min(last, lastLeg)) };
}

/** The number of the point that lies there; -1 where none does. */
export const sameAs = (points: readonly LatLng[], place: LatLng): number =>
  points.findIndex((point) => metresBetween(point, place) < SAME_POINT_M);

/** The length of a line in metres, on a flat map around each of its pieces: right to a few per mille, for shares of a way. */
export const lengthOf = (line: readonly LatLng[]): number =>
  line.reduce((sum, point, n) => sum + (n === 0 ? 0 : metresBetween(line[n - 1] ?? point, point)), 0);

/** Metres between two points, as lengthOf. */
export function metresBetween(a: LatLng, b: LatLng): number {
  const { x, y } = offset(a, b);
  return Math.hypot(x, y);
}

function positionsOf(points: readonly LatLng[], line: readonly LatLng[]): Position[] {
  let after: Position = 0;
  return points.map((point) => {
    after = nearestOn(line, point, after)?.at ?? after;
    return after;
  });
}

/** The point of a line nearest to a place, not before a position already passed. */
function nearestOn(line: readonly LatLng[], place: LatLng, notBefore: Position): OnLine | undefined {
  let best: (OnLine & { metres: number }) | undefined;
  for (let n = Math.floor(notBefore); n < line.length - 1; n++) {
    const [a, b] = [line[n], line[n + 1]];
    if (!a || !b) continue;
    const share = Math.max(shareAlong(a, b, place), n < notBefore ? notBefore - n : 0);
    const point = between(a, b, share);
    const metres = metresBetween(point, place);
    if (!best || metres < best.metres) best = { at: n + share, point, metres };
  }
  return best ?? endOf(line);
}

function endOf(line: readonly LatLng[]): OnLine | undefined {
  const point = line.at(-1);
  return point && { at: line.length - 1, point };
}

function shareAlong(a: LatLng, b: LatLng, place: LatLng): number {
  const [way, there] = [offset(a, b), offset(a, place)];
  const length2 = way.x ** 2 + way.y ** 2;
  return length2 === 0 ? 0 : Math.min(1, Math.max(0, (way.x * there.x + way.y * there.y) / length2));
}

function between(a: LatLng, b: LatLng, share: number): LatLng {
  return { lat: a.lat + (b.lat - a.lat) * share, lng: a.lng + eastward(a, b) * share };
}

function offset(a: LatLng, b: LatLng): { x: number; y: number } {
  const narrowing = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return { x: eastward(a, b) * narrowing * METRES_PER_DEGREE, y: (b.lat - a.lat) * METRES_PER_DEGREE };
}

/** Degrees to go east, the short way around the globe. */
const eastward = (a: LatLng, b: LatLng): number => ((((b.lng - a.lng + 180) % 360) + 360) % 360) - 180;
