import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { areCompatible, headingOf } from "./headings.ts";
import type { PickupPoint } from "./pickup-point.ts";
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
}

/** Where to look for points beside a line. */
export interface Candidates<Point> {
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
  { besideM = PASSING_M, maxPieceM = Infinity }: LineLimits = {},
): PassedPoint<Point>[] {
  const nearest = new Map<Point, { readonly offM: number; readonly alongM: number }>();
  let lengthM = 0;
  for (const [n, to] of line.slice(1).entries()) {
    const from = line[n] ?? to;
    const pieceM = distanceM(from, to);
    for (const point of pieceM > 0 && pieceM <= maxPieceM ? candidates.around(from, to, besideM) : []) {
      const { share, distanceM: offM } = projectOnto(from, to, point);
      if (offM > besideM || offM >= (nearest.get(point)?.offM ?? Infinity)) continue;
      if (!areCompatible(headingOf(from, to), point.headings)) continue;
      nearest.set(point, { offM, alongM: lengthM + share * pieceM });
    }
    lengthM += pieceM;
  }
  return [...nearest]
    .map(([point, { alongM }]) => ({ point, share: alongM / lengthM }))
    .toSorted((a, b) => a.share - b.share);
}
