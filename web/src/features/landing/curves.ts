import type { Point } from "./map-projection.ts";

/**
 * SVG path of an arc between two points. `bend` is its height as a share of the distance; negative values bend left.
 */
export function arc([ax, ay]: Point, [bx, by]: Point, bend: number): string {
  const x = (ax + bx) / 2 - (by - ay) * bend;
  const y = (ay + by) / 2 + (bx - ax) * bend;
  return `M${ax} ${ay}Q${x} ${y} ${bx} ${by}`;
}

/** SVG path of a smooth line through all points (Catmull-Rom, converted to Bézier curves). */
export function smoothLine(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.max(0, Math.min(i, points.length - 1))] ?? [0, 0];
  const curves = points.slice(1).map((end, i) => {
    const out = handle(at(i - 1), end, at(i), 1);
    const into = handle(at(i), at(i + 2), end, -1);
    return `C${out.join(" ")} ${into.join(" ")} ${end.join(" ")}`;
  });
  return `M${at(0).join(" ")}${curves.join("")}`;
}

/** Bézier handle of a point: a fifth of the vector between its two neighbours. */
const handle = (from: Point, to: Point, near: Point, side: 1 | -1): Point => [
  near[0] + (side * (to[0] - from[0])) / 5,
  near[1] + (side * (to[1] - from[1])) / 5,
];
