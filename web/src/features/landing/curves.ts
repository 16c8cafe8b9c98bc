import type { Point } from "./map-projection.ts";

/** Path data of a bow between two points; `bend` is its height as a share of their distance, to the left when negative. */
export function arc([ax, ay]: Point, [bx, by]: Point, bend: number): string {
  const x = (ax + bx) / 2 - (by - ay) * bend;
  const y = (ay + by) / 2 + (bx - ax) * bend;
  return `M${ax} ${ay}Q${x} ${y} ${bx} ${by}`;
}

/** Path data of a smooth line through all points (Catmull-Rom, written as Bézier curves). */
export function smoothLine(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.max(0, Math.min(i, points.length - 1))] ?? [0, 0];
  const curves = points.slice(1).map((end, i) => {
    const out = handle(at(i - 1), end, at(i), 1);
    const into = handle(at(i), at(i + 2), end, -1);
    return `C${out.join(" ")} ${into.join(" ")} ${end.join(" ")}`;
  });
  return `M${at(0).join(" ")}${curves.join("")}`;
}

/** A handle beside a point, a fifth of the way from its neighbour before to the one after. */
const handle = (from: Point, to: Point, near: Point, side: 1 | -1): Point => [
  near[0] + (side * (to[0] - from[0])) / 5,
  near[1] + (side * (to[1] - from[1])) / 5,
];
