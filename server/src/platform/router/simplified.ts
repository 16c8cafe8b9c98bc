import type { LatLng } from "@commonlane/contract/shapes";

const METRES_PER_DEGREE = 111_195;
const FINEST_M = 8;

/**
 * Lines with fewer points, together at most `most`, where nothing that is left out lies far beside what is kept: 8 metres,
 * or twice that until it is few enough. Ends stay (Douglas and Peucker, 1973).
 */
export function simplified(lines: readonly (readonly LatLng[])[], most: number): LatLng[][] {
  for (let tolerance = FINEST_M; ; tolerance *= 2) {
    const kept = lines.map((line) => keptWithin(line, tolerance));
    const count = kept.reduce((sum, { length }) => sum + length, 0);
    // Two points of each line are kept however coarse it gets.
    if (count <= Math.max(most, 2 * lines.length)) return kept;
  }
}

function keptWithin(line: readonly LatLng[], toleranceM: number): LatLng[] {
  const keep = new Set([0, line.length - 1]);
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const { at, offM } = farthest(line, first, last);
    if (offM <= toleranceM) continue;
    keep.add(at);
    spans.push([first, at], [at, last]);
  }
  return line.filter((_, n) => keep.has(n));
}

/** The point between two others that lies farthest from the straight between them, on a map flattened there. */
function farthest(line: readonly LatLng[], first: number, last: number): { at: number; offM: number } {
  const [a, b] = [line[first], line[last]];
  let [at, offM] = [first, 0];
  if (!a || !b) return { at, offM };
  const narrowing = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  const flat = ({ lat, lng }: LatLng) => ({ x: shorter(lng - a.lng) * narrowing, y: lat - a.lat });
  const end = flat(b);
  const square = end.x ** 2 + end.y ** 2;
  for (let n = first + 1; n < last; n++) {
    const point = line[n];
    if (!point) continue;
    const { x, y } = flat(point);
    const along = square > 0 ? Math.min(1, Math.max(0, (x * end.x + y * end.y) / square)) : 0;
    const off = METRES_PER_DEGREE * Math.hypot(x - along * end.x, y - along * end.y);
    if (off > offM) [at, offM] = [n, off];
  }
  return { at, offM };
}

/** The 180th meridian is crossed, not gone around. */
const shorter = (degrees: number) => degrees - 360 * Math.round(degrees / 360);
