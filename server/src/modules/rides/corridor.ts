import { WALK_MAX_M } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM, EARTH_RADIUS_M, pointAlongLeg } from "@commonlane/matching/geo";
import { type Box, boxesAround } from "#modules/places/index.ts";
import type { Settings } from "#platform/settings.ts";
import { asMatchRide } from "./match-ride.ts";
import type { RideRow } from "./rides.store.ts";

/** Where and when somebody can be who may fit a ride: a coarse answer that leaves nobody out. */
export interface Corridor {
  readonly ride: RideRow;
  /** Together they hold every place that the ride may pass for somebody. */
  readonly boxes: readonly Box[];
  /** Every pickup lies between. */
  readonly from: Date;
  readonly to: Date;
}

const PIECE_M = 50_000;
const PIECES_MAX = 20;
/** For rounding, and for what a plane's formula leaves out on the sphere. */
const SLACK = 1.01;

/** The corridor of a ride; `about` is by how many metres the places that will be compared with it may be off. */
export function corridorOf(ride: RideRow, settings: Settings, about = 0): Corridor {
  const { points } = asMatchRide(ride);
  const legs = points.slice(1).map((to, leg) => ({ from: points[leg] ?? to, to }));
  const wholeM = legs.reduce((sum, { from, to }) => sum + distanceM(from, to), 0);
  const pieceM = Math.max(PIECE_M, wholeM / PIECES_MAX);
  const extraM = Math.min(ride.max_detour_m, ride.max_detour_s * settings.DRIVING_M_PER_S) / settings.DRIVING_FACTOR;
  // A router may be faster than the pace that pickups are reckoned at where no road is known.
  const drivenBy = ride.departs_at.getTime() + ((wholeM * settings.DRIVING_FACTOR) / settings.DRIVING_M_PER_S) * 1000;
  return {
    ride,
    boxes: legs.flatMap(({ from, to }) => boxesAlong(from, to, { pieceM, extraM, about })),
    from: ride.departs_at,
    to: new Date(Math.max(ride.arrives_at.getTime(), drivenBy) + ride.max_detour_s * 1000),
  };
}

function boxesAlong(
  from: LatLng,
  to: LatLng,
  { pieceM, extraM, about }: Record<"pieceM" | "extraM" | "about", number>,
) {
  const lengthM = distanceM(from, to);
  const reachM = SLACK * Math.max(offTheLeg(lengthM, extraM), WALK_MAX_M) + about;
  const pieces = Math.max(1, Math.ceil(lengthM / pieceM));
  return Array.from({ length: pieces }, (_, n) => {
    const middle = pointAlongLeg(from, to, (n + 0.5) / pieces);
    return boxesAround(middle, Math.min(Math.PI * EARTH_RADIUS_M, lengthM / pieces / 2 + reachM));
  }).flat();
}

/**
 * How far off a leg a place can lie that costs at most so much more: half the short axis of the ellipse around the leg,
 * cos b = cos a / cos (d / 2) with a = (d + extra) / 2 (docs/decisions/0011-matching-index.md).
 */
function offTheLeg(lengthM: number, extraM: number): number {
  const [length, extra] = [lengthM / EARTH_RADIUS_M, extraM / EARTH_RADIUS_M];
  if ((length + extra) / 2 >= Math.PI / 2) return Math.PI * EARTH_RADIUS_M;
  const sine = Math.sqrt(Math.sin(length + extra / 2) * Math.sin(extra / 2)) / Math.cos(length / 2);
  return EARTH_RADIUS_M * Math.max(extra / 2, Math.asin(Math.min(1, sine)));
}
