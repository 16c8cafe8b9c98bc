import type { Position } from "geojson";
import {
  LANDING_MAP_HEIGHT,
  LANDING_MAP_WIDTH,
  project,
  type Point,
} from "../../web/src/features/landing/map-projection.ts";

/** Margin beyond the frame, so that the stroke along a cut is never visible. */
const MARGIN = 40;
const LEFT = -MARGIN;
const TOP = -MARGIN;
const RIGHT = LANDING_MAP_WIDTH + MARGIN;
const BOTTOM = LANDING_MAP_HEIGHT + MARGIN;

const projected = (line: Position[]): Point[] =>
  line.map(([lng = 0, lat = 0]) => project(lng, lat));

/** A ring clipped to the frame, as path data; undefined if it is outside. */
export function ringPath(ring: Position[], toleranceUnits: number): string {
  const cut = clip(projected(ring));
  const [first] = cut;
  return first && cut.length > 3 ? pathData(simplify([...cut, first], toleranceUnits), true) : "";
}

/** The parts of a line inside the frame, as path data. */
export function linePath(line: Position[], toleranceUnits: number): string {
  const runs: Point[][] = [[]];
  for (const point of projected(line)) {
    if (inside(point)) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => pathData(simplify(run, toleranceUnits), false))
    .join("");
}

const inside = ([x, y]: Point): boolean => x >= LEFT && x <= RIGHT && y >= TOP && y <= BOTTOM;

/** Where the line from a to b crosses a vertical or horizontal line. */
const atX = (x: number, [ax, ay]: Point, [bx, by]: Point): Point => [
  x,
  ay + ((by - ay) * (x - ax)) / (bx - ax),
];
const atY = (y: number, [ax, ay]: Point, [bx, by]: Point): Point => [
  ax + ((bx - ax) * (y - ay)) / (by - ay),
  y,
];

/** Sutherland-Hodgman against the four edges of the frame. */
function clip(ring: Point[]): Point[] {
  const edges: { keeps: (p: Point) => boolean; cut: (a: Point, b: Point) => Point }[] = [
    { keeps: ([x]) => x >= LEFT, cut: (a, b) => atX(LEFT, a, b) },
    { keeps: ([x]) => x <= RIGHT, cut: (a, b) => atX(RIGHT, a, b) },
    { keeps: ([, y]) => y >= TOP, cut: (a, b) => atY(TOP, a, b) },
    { keeps: ([, y]) => y <= BOTTOM, cut: (a, b) => atY(BOTTOM, a, b) },
  ];
  return edges.reduce(
    (kept, { keeps, cut }) =>
      kept.flatMap((a, i) => {
        const b = kept[(i + 1) % kept.length] ?? a;
        const start = keeps(a) ? [a] : [];
        return keeps(a) === keeps(b) ? start : [...start, cut(a, b)];
      }),
    ring,
  );
}

/** Ramer-Douglas-Peucker: removes points closer to the line than the tolerance. */
function simplify(line: Point[], tolerance: number): Point[] {
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last || line.length < 3) return line;
  const distances = line.map((point) => distanceToSegment(point, first, last));
  const farthest = distances.indexOf(Math.max(...distances));
  if ((distances[farthest] ?? 0) <= tolerance) return [first, last];
  return [
    ...simplify(line.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(line.slice(farthest), tolerance),
  ];
}

function distanceToSegment([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const along =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length));
  return Math.hypot(px - ax - along * dx, py - ay - along * dy);
}

/** Whole units, each point relative to the previous one: half the size of the plain form. */
function pathData(line: Point[], closed: boolean): string {
  const points = line.map(([x, y]) => [Math.round(x), Math.round(y)] as const);
  const [start] = points;
  if (!start) return "";
  const steps = points.slice(1).flatMap(([x, y], i) => {
    const [px, py] = points[i] ?? start;
    return x === px && y === py ? [] : [`${x - px} ${y - py}`];
  });
  return steps.length === 0
    ? ""
    : `M${start.join(" ")}l${steps.join(" ").replaceAll(" -", "-")}${closed ? "z" : ""}`;
}
