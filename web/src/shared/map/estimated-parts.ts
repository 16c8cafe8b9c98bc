import { distanceM } from "../geo/great-circle.ts";
import type { LatLng } from "./map-types.ts";

interface LinePart {
  readonly points: readonly LatLng[];
  /** Straight, because the roads there are not known. */
  readonly isStraight: boolean;
}

/** Lines along roads have a point at least this often, apart from a few straight stretches. */
const ROAD_POINT_M = 1500;
/** This many short stretches in a row are a road. */
const ROAD_STRETCHES = 4;

/** Divides the line of an estimated ride: near regions a part of it follows roads. */
export function splitEstimatedLine(line: readonly LatLng[]): LinePart[] {
  const isShort = line.slice(1).map((to, n) => distanceM(line[n] ?? to, to) <= ROAD_POINT_M);
  const isRoad = isShort.map((short, n) => short && lengthOfRun(isShort, n) >= ROAD_STRETCHES);
  const parts: {
    points: LatLng[];
    isStraight: boolean;
  }[] = [];
  for (const [n, road] of isRoad.entries()) {
    const stretch = line.slice(n, n + 2);
    const last = parts.at(-1);
    if (last?.isStraight === !road) last.points.push(...stretch.slice(1));
    else
      parts.push({
        points: stretch,
        isStraight: !road,
      });
  }
  return parts;
}

function lengthOfRun(isShort: readonly boolean[], at: number): number {
  let from = at;
  let to = at;
  while (isShort[from - 1]) from--;
  while (isShort[to + 1]) to++;
  return to - from + 1;
}
