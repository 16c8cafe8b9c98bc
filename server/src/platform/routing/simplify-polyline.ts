import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";

const MIN_TOLERANCE_M = 8;

/**
 * Simplifies lines to at most `maxPoints` points in total (Douglas and Peucker, 1973). The tolerance is 8 metres,
 * doubled until they fit. Ends are kept.
 */
export function simplifyLines(
  lines: readonly (readonly LatLng[])[],
  maxPoints: number,
): LatLng[][] {
  for (let tolerance = MIN_TOLERANCE_M; ; tolerance *= 2) {
    const simplifiedLines = lines.map((line) => simplifyLine(line, tolerance));
    const count = simplifiedLines.reduce((sum, { length }) => sum + length, 0);
    // Two points per line are kept at any tolerance.
    if (count <= Math.max(maxPoints, 2 * lines.length)) return simplifiedLines;
  }
}

/** Leaves out the points that are closer than the tolerance to the line without them. Ends are kept. */
export function simplifyLine(line: readonly LatLng[], toleranceM: number): LatLng[] {
  const keep = new Set([0, line.length - 1]);
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const { at, distanceM } = findFarthestPoint(line, first, last);
    if (distanceM <= toleranceM) continue;
    keep.add(at);
    spans.push([first, at], [at, last]);
  }
  return line.filter((_, n) => keep.has(n));
}

/** The point between two others with the largest distance from the straight between them, on a locally flat map. */
function findFarthestPoint(
  line: readonly LatLng[],
  first: number,
  last: number,
): { at: number; distanceM: number } {
  const a = line[first];
  const b = line[last];
  let at = first;
  let distanceM = 0;
  if (!a || !b) return { at, distanceM };
  const lngScale = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  const project = ({ lat, lng }: LatLng) => ({
    x: normalizeLng(lng - a.lng) * lngScale,
    y: lat - a.lat,
  });
  const end = project(b);
  const square = end.x ** 2 + end.y ** 2;
  for (let n = first + 1; n < last; n++) {
    const point = line[n];
    if (!point) continue;
    const { x, y } = project(point);
    const along = square > 0 ? Math.min(1, Math.max(0, (x * end.x + y * end.y) / square)) : 0;
    const distance = METRES_PER_DEGREE * Math.hypot(x - along * end.x, y - along * end.y);
    if (distance > distanceM) [at, distanceM] = [n, distance];
  }
  return { at, distanceM };
}

/** Normalises differences across the 180th meridian. */
function normalizeLng(degrees: number) {
  return degrees - 360 * Math.round(degrees / 360);
}
