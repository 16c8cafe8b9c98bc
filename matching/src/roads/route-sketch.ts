import { EARTH_RADIUS_M } from "../geo.ts";
import type { LatLng } from "../geo.ts";
import { unit, vecOf } from "../geometry/sphere.ts";
import type { Vec } from "../geometry/sphere.ts";
import { lengthsAlong } from "./nearest-on-line.ts";
import { MAX_ROAD_MPS, reachOfLegM } from "./road-ride.ts";
import type { Road, RoadRide } from "./road-ride.ts";

/** What an index keeps of a ride on roads to compare it with a search. */
export interface RouteSketch {
  /** The same objects as long as the ride is in the index, so that a road lookup can keep what it knows of them. */
  readonly points: readonly LatLng[];
  readonly legs: readonly Road[];
  /** False if the host drives no detour: then no road between the ride and a search matters. */
  readonly hasDetour: boolean;
  /** The car is nowhere faster on the way, metres per second. */
  readonly fastestMps: number;
  /** Caps of the sphere that together cover the lines of the legs, in driving order. */
  readonly caps: Float32Array;
  /** The caps of leg k are those from `firstCaps[k]` up to `firstCaps[k + 1]`. */
  readonly firstCaps: readonly number[];
}

/** Numbers of a cap: its middle as a unit vector, the chord from there to its rim, and the share of its leg before it. */
const CAP = 5;
/** A cap covers this much of a line, or a part of a long line. */
const LEAST_PIECE_M = 1_500;
const MAX_CAPS = 24;
/** Caps are stored in single precision; about 6 m. */
const ROUNDING = 1e-6;

export function createSketch({ points, legs, maxDetourM, maxDetourS }: RoadRide): RouteSketch {
  const lines = legs.map(({ line }) => line);
  const totalM = lines.reduce((sum, line) => sum + (lengthsAlong(line)[line.length - 1] ?? 0), 0);
  const pieceM = Math.max(LEAST_PIECE_M, totalM / MAX_CAPS);
  const caps: number[] = [];
  const firstCaps = [0];
  for (const line of lines) {
    addCaps(line, pieceM, caps);
    firstCaps.push(caps.length / CAP);
  }
  return {
    points,
    legs: legs.map(({ distanceM, durationS }) => ({
      distanceM,
      durationS,
    })),
    hasDetour: maxDetourM > 0 || maxDetourS > 0,
    fastestMps: legs.reduce(
      (most, leg) => Math.max(most, reachOfLegM(leg) / leg.durationS),
      MAX_ROAD_MPS,
    ),
    caps: Float32Array.from(caps),
    firstCaps,
  };
}

/** Each cap covers some pieces of a line: if it covers their ends, it covers the great circles between them. */
function addCaps(line: readonly LatLng[], pieceM: number, caps: number[]): void {
  const lengths = lengthsAlong(line);
  const totalM = lengths[line.length - 1] ?? 0;
  let first = 0;
  for (let last = 1; last < line.length; last++) {
    const isEnd = last === line.length - 1;
    if (!isEnd && lengths[last + 1]! - lengths[first]! <= pieceM) continue;
    addCap(line.slice(first, last + 1).map(vecOf), caps);
    caps.push(totalM > 0 ? lengths[first]! / totalM : 0);
    first = last;
  }
}

function addCap(points: readonly Vec[], caps: number[]): void {
  const first = points[0]!;
  const last = points.at(-1)!;
  const middle =
    unit({
      x: first.x + last.x,
      y: first.y + last.y,
      z: first.z + last.z,
    }) ?? first;
  const radius = points.reduce((most, point) => Math.max(most, chordBetween(middle, point)), 0);
  // Only a cap smaller than half the sphere covers the great circles between its points.
  caps.push(middle.x, middle.y, middle.z, radius < 1 ? radius : 2);
}

function chordBetween(a: Vec, b: Vec): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

/** The part of a leg's line that may be near a place: shares of the leg, from 0 to 1. */
export interface NearPart {
  readonly from: number;
  readonly to: number;
}

/** The part of a leg that may be at most `withinM` from a place; undefined if none is. */
export function findNearPart(
  { caps, firstCaps }: RouteSketch,
  leg: number,
  place: Vec,
  withinM: number,
): NearPart | undefined {
  const reach = withinM / EARTH_RADIUS_M + ROUNDING;
  const end = firstCaps[leg + 1]!;
  let first = firstCaps[leg]!;
  while (first < end && !isNear(caps, first, place, reach)) first++;
  if (first === end) return undefined;
  let last = end - 1;
  while (!isNear(caps, last, place, reach)) last--;
  const from = caps[CAP * first + 4]! - ROUNDING;
  const to = last + 1 < end ? caps[CAP * (last + 1) + 4]! + ROUNDING : 1;
  return { from: Math.max(0, from), to };
}

/** A chord is never longer than its arc, and chords of added arcs are at most the sum of their chords. */
function isNear(caps: Float32Array, cap: number, { x, y, z }: Vec, reach: number): boolean {
  const at = CAP * cap;
  const dx = caps[at]! - x;
  const dy = caps[at + 1]! - y;
  const dz = caps[at + 2]! - z;
  const most = caps[at + 3]! + reach;
  return dx * dx + dy * dy + dz * dz <= most * most;
}
