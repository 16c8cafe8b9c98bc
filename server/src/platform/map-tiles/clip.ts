import type { Position } from "geojson";

/** West, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number];

type Axis = 0 | 1;
interface Edge {
  readonly axis: Axis;
  readonly at: number;
  /** 1 if points with larger coordinates are inside, else -1. */
  readonly inside: 1 | -1;
}

const edgesOf = ([west, south, east, north]: Box): readonly Edge[] => [
  { axis: 0, at: west, inside: 1 },
  { axis: 0, at: east, inside: -1 },
  { axis: 1, at: south, inside: 1 },
  { axis: 1, at: north, inside: -1 },
];

/** The box around points. */
export function boxAround(points: readonly Position[]): Box {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const [x = 0, y = 0] of points) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}

export function isWithin([west, south, east, north]: Box, outer: Box): boolean {
  return west >= outer[0] && south >= outer[1] && east <= outer[2] && north <= outer[3];
}

export function doIntersect([west, south, east, north]: Box, other: Box): boolean {
  return west <= other[2] && east >= other[0] && south <= other[3] && north >= other[1];
}

/** The part of a closed ring inside a box; along the box it follows the box's edge. Undefined if nothing is left. */
export function clipRing(ring: readonly Position[], box: Box): Position[] | undefined {
  let points = ring.slice(0, -1);
  for (const edge of edgesOf(box)) points = clipRingAt(points, edge);
  const [first] = points;
  return first && points.length >= 3 ? [...points, first] : undefined;
}

function clipRingAt(points: readonly Position[], edge: Edge): Position[] {
  const kept: Position[] = [];
  let before = points.at(-1);
  for (const point of points) {
    if (before && isInside(before, edge) !== isInside(point, edge))
      kept.push(crossing(before, point, edge));
    if (isInside(point, edge)) kept.push(point);
    before = point;
  }
  return kept;
}

/** The pieces of a line inside a box. */
export function clipLine(line: readonly Position[], box: Box): Position[][] {
  let pieces: Position[][] = [[...line]];
  for (const edge of edgesOf(box)) pieces = pieces.flatMap((piece) => clipLineAt(piece, edge));
  return pieces;
}

function clipLineAt(line: readonly Position[], edge: Edge): Position[][] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  let before: Position | undefined;
  for (const point of line) {
    const inside = isInside(point, edge);
    if (before && inside !== isInside(before, edge)) piece.push(crossing(before, point, edge));
    if (inside) piece.push(point);
    else if (piece.length > 0) {
      pieces.push(piece);
      piece = [];
    }
    before = point;
  }
  pieces.push(piece);
  return pieces.filter((each) => each.length >= 2);
}

function isInside(point: Position, { axis, at, inside }: Edge): boolean {
  return ((point[axis] ?? 0) - at) * inside >= 0;
}

function crossing(
  [ax = 0, ay = 0]: Position,
  [bx = 0, by = 0]: Position,
  { axis, at }: Edge,
): Position {
  return axis === 0
    ? [at, ay + ((by - ay) * (at - ax)) / (bx - ax)]
    : [ax + ((bx - ax) * (at - ay)) / (by - ay), at];
}
