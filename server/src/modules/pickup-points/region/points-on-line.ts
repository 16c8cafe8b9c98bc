import type { LatLng } from "@commonlane/contract/shapes";
import { lengthsAlong } from "@commonlane/matching/road-rule";
import type { Box } from "#modules/places/index.ts";
import { mayCross } from "#platform/regions/coverage.ts";
import { areCompatible, type Headings, headingOf } from "./headings.ts";
import type { PickupPoint } from "./pickup-file.ts";
import { projectOnto } from "./road-index.ts";

/** A ride passes a pickup point if its line is at most this far from it, in a direction in which its road is driven. */
const PASSING_M = 25;

/** A pickup point that a line passes. */
export interface PassedPoint<Point> {
  readonly point: Point;
  /** Share of the line before it, 0 to 1. */
  readonly share: number;
}

interface LineLimits {
  /** How far beside the line a point may be. */
  readonly besideM?: number | undefined;
  /** Longer straight pieces are no road. */
  readonly maxPieceM?: number | undefined;
  /** Only points passed in these boxes are wanted: others may be missing. */
  readonly within?: readonly Box[] | undefined;
}

/** Where to look for points beside a line. */
export interface Candidates<Point> {
  readonly size: number;
  /** Points in the box around a straight line, with at least `marginM` metres on all sides. */
  around(from: LatLng, to: LatLng, marginM: number): readonly Point[];
}

/**
 * The points that a car passes on a line, in the order in which it passes them. One that it passes twice counts where
 * the line is nearest to it.
 */
export function pointsOnLine<Point extends Pick<PickupPoint, "lat" | "lng" | "headings">>(
  line: readonly LatLng[],
  candidates: Candidates<Point>,
  { besideM = PASSING_M, maxPieceM = Infinity, within }: LineLimits = {},
): PassedPoint<Point>[] {
  if (candidates.size === 0) return [];
  const nearest = new Map<
    Point,
    {
      readonly offM: number;
      readonly alongM: number;
    }
  >();
  const lengths = lengthsAlong(line);
  for (let n = 1; n < line.length; n++) {
    const from = line[n - 1]!;
    const to = line[n]!;
    if (within && !within.some((box) => mayCross(box, from, to))) continue;
    const beforeM = lengths[n - 1]!;
    const pieceM = lengths[n]! - beforeM;
    let heading: Headings | undefined;
    for (const point of pieceM > 0 && pieceM <= maxPieceM
      ? candidates.around(from, to, besideM)
      : []) {
      const projected = projectOnto(from, to, point);
      const offM = projected.distanceM;
      if (offM > besideM || offM >= (nearest.get(point)?.offM ?? Infinity)) continue;
      if (!areCompatible((heading ??= headingOf(from, to)), point.headings)) continue;
      nearest.set(point, {
        offM,
        alongM: beforeM + projected.share * pieceM,
      });
    }
  }
  const lengthM = lengths[line.length - 1] ?? 0;
  return [...nearest]
    .map(([point, { alongM }]) => ({
      point,
      share: alongM / lengthM,
    }))
    .toSorted((a, b) => a.share - b.share);
}
