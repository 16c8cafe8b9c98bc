import type { Position } from "geojson";

const SCAN_LINES = 5;

/** A point inside a polygon for its label: the middle of the widest of a few horizontal cuts. */
export function labelPoint(rings: readonly (readonly Position[])[]): Position | undefined {
  const ys = (rings[0] ?? []).map(([, y = 0]) => y);
  const south = Math.min(...ys);
  const north = Math.max(...ys);
  let best:
    | {
        readonly width: number;
        readonly at: Position;
      }
    | undefined;
  for (let i = 1; i <= SCAN_LINES; i++) {
    const y = south + ((north - south) * i) / (SCAN_LINES + 1);
    const crossings = rings.flatMap((ring) => crossingsAt(ring, y)).toSorted((a, b) => a - b);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const west = crossings[k] ?? 0;
      const east = crossings[k + 1] ?? 0;
      // Of two cuts of about the same width, the one nearer to the middle is better.
      const width = (east - west) * (1 - 0.05 * Math.abs(i - (SCAN_LINES + 1) / 2));
      if (!best || width > best.width)
        best = {
          width,
          at: [(west + east) / 2, y],
        };
    }
  }
  return best?.at;
}

function crossingsAt(ring: readonly Position[], y: number): number[] {
  return ring.slice(1).flatMap((point, i) => {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = point;
    return ay > y === by > y ? [] : [ax + ((bx - ax) * (y - ay)) / (by - ay)];
  });
}
