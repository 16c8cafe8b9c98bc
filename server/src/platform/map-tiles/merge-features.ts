import type { Attributes } from "./schema/tile-feature.ts";

/** Coordinates in a tile, in units of its extent. */
export type TilePoint = [x: number, y: number];

/** A feature as geojson-vt cuts it: points, lines or rings. */
export interface CutFeature {
  readonly type: 1 | 2 | 3;
  readonly attributes: Attributes;
  readonly geometry: TilePoint[] | TilePoint[][];
}

/**
 * Joins features with the same attributes: lines that continue each other become one line, so that tiles are smaller and
 * labels find room; areas share one feature. Points stay.
 */
export function mergeFeatures(features: readonly CutFeature[]): CutFeature[] {
  const groups = new Map<string, CutFeature[]>();
  const points: CutFeature[] = [];
  for (const feature of features) {
    if (feature.type === 1) {
      points.push(feature);
      continue;
    }
    const key = `${feature.type}${JSON.stringify(feature.attributes)}`;
    const group = groups.get(key);
    if (group) group.push(feature);
    else groups.set(key, [feature]);
  }
  const merged = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { type, attributes } = first;
    const parts = group.flatMap(({ geometry }) => {
      const paths = geometry.filter(isPath);
      return type === 3 ? withoutFlatRings(paths) : paths;
    });
    if (parts.length === 0) return [];
    return [
      {
        type,
        attributes,
        geometry: type === 2 ? joinLines(parts, "oneway" in attributes) : parts,
      },
    ];
  });
  return [...merged, ...points];
}

/** Rounding to the tile's units leaves some small rings without an area; without its outline a polygon is nothing. */
function withoutFlatRings([outline, ...holes]: readonly TilePoint[][]): TilePoint[][] {
  return !outline || isFlat(outline) ? [] : [outline, ...holes.filter((hole) => !isFlat(hole))];
}

function isFlat(ring: readonly TilePoint[]): boolean {
  let twiceArea = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1] ?? [0, 0];
    const [bx, by] = ring[i] ?? [0, 0];
    twiceArea += ax * by - bx * ay;
  }
  return twiceArea === 0;
}

function isPath(part: TilePoint | TilePoint[]): part is TilePoint[] {
  return Array.isArray(part[0]);
}

function keyOf(point: TilePoint | undefined) {
  return point ? point[0] * 65_536 + point[1] : Number.NaN;
}

/** Joins lines at points where exactly two of them end. Lines with a direction keep it. */
export function joinLines(lines: readonly TilePoint[][], keepDirection: boolean): TilePoint[][] {
  const usable = lines.filter((line) => line.length >= 2);
  const byEnd = new Map<number, TilePoint[][]>();
  for (const line of usable)
    for (const end of [line[0], line.at(-1)]) {
      const key = keyOf(end);
      const there = byEnd.get(key);
      if (there) there.push(line);
      else byEnd.set(key, [line]);
    }
  const open = new Set(usable);
  const follower = (end: TilePoint | undefined): TilePoint[] | undefined => {
    const there = byEnd.get(keyOf(end)) ?? [];
    const next = there.length === 2 ? there.find((line) => open.has(line)) : undefined;
    if (!next) return undefined;
    const startsHere = keyOf(next[0]) === keyOf(end);
    if (keepDirection && !startsHere) return undefined;
    open.delete(next);
    return startsHere ? next : next.toReversed();
  };
  return usable.flatMap((line) => {
    if (!open.delete(line)) return [];
    const joined = [...line];
    extend(joined, follower);
    if (!keepDirection) {
      joined.reverse();
      extend(joined, follower);
    }
    return [joined];
  });
}

function extend(
  line: TilePoint[],
  follower: (end: TilePoint | undefined) => TilePoint[] | undefined,
): void {
  for (let next = follower(line.at(-1)); next; next = follower(line.at(-1)))
    line.push(...next.slice(1));
}
