import { lngDifference } from "@commonlane/geo/road-network/shapes";
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
  const tolerances = lines.map((line) => toleranceOfPoints(line, MIN_TOLERANCE_M));
  for (let tolerance = MIN_TOLERANCE_M; ; tolerance *= 2) {
    const simplifiedLines = lines.map((line, k) =>
      line.filter((_, n) => tolerances[k]![n]! > tolerance),
    );
    const count = simplifiedLines.reduce((sum, { length }) => sum + length, 0);
    // Two points per line are kept at any tolerance.
    if (count <= Math.max(maxPoints, 2 * lines.length)) return simplifiedLines;
  }
}

/** Leaves out the points that are closer than the tolerance to the line without them. Ends are kept. */
export function simplifyLine(line: readonly LatLng[], toleranceM: number): LatLng[] {
  const tolerances = toleranceOfPoints(line, toleranceM);
  return line.filter((_, n) => tolerances[n]! > toleranceM);
}

/**
 * The tolerance in metres from which each point can be left out. Which point is looked at next does not depend on the
 * tolerance, so this is found once for all. 0 for points that `leastM` leaves out; infinite for the ends.
 */
function toleranceOfPoints(line: readonly LatLng[], leastM: number): Float64Array {
  const tolerances = new Float64Array(line.length);
  tolerances.fill(Infinity, 0, 1);
  tolerances.fill(Infinity, -1);
  const spans = [{ first: 0, last: line.length - 1, toleranceM: Infinity }];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const { first, last } = span;
    const { at, distanceM } = findFarthestPoint(line, first, last);
    if (distanceM <= leastM) continue;
    const toleranceM = Math.min(span.toleranceM, distanceM);
    tolerances[at] = toleranceM;
    spans.push({ first, last: at, toleranceM }, { first: at, last, toleranceM });
  }
  return tolerances;
}

/** The point between two others with the largest distance from the straight between them, on a locally flat map. */
function findFarthestPoint(
  line: readonly LatLng[],
  first: number,
  last: number,
): { at: number; distanceM: number } {
  const a = line[first];
  const b = line[last];
  if (!a || !b) return { at: first, distanceM: 0 };

  const lngScale = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  const endX = lngDifference(b.lng, a.lng) * lngScale;
  const endY = b.lat - a.lat;
  const endSquared = endX ** 2 + endY ** 2;
  let at = first;
  let mostSquared = 0;
  for (let n = first + 1; n < last; n++) {
    const { lat, lng } = line[n]!;
    const x = lngDifference(lng, a.lng) * lngScale;
    const y = lat - a.lat;
    const share = endSquared > 0 ? (x * endX + y * endY) / endSquared : 0;
    const along = Math.min(1, Math.max(0, share));
    const squared = (x - along * endX) ** 2 + (y - along * endY) ** 2;
    if (squared <= mostSquared) continue;
    at = n;
    mostSquared = squared;
  }
  return { at, distanceM: METRES_PER_DEGREE * Math.sqrt(mostSquared) };
}
