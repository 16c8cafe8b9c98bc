import { distanceM, EARTH_RADIUS_M, nearestOnLeg } from "../geo.ts";
import type { LatLng } from "../geo.ts";
import { angleBetween, angleOfShortChord, SHORT_CHORD, vecOf } from "../geometry/sphere.ts";

/** The point of a line nearest to a place. */
export interface OnLine {
  readonly at: LatLng;
  readonly offM: number;
  /** Share of the line before this point, 0 to 1. */
  readonly share: number;
}

/** A line measured once: unit vectors of its points, and its length before each of them in metres. */
interface MeasuredLine {
  readonly vectors: Float64Array;
  readonly beforeM: Float64Array;
  /** Chord from each point to the next. */
  readonly chords: Float64Array;
}

const measured = new WeakMap<readonly LatLng[], MeasuredLine>();

const measure = (line: readonly LatLng[]): MeasuredLine => {
  const known = measured.get(line);
  if (known) return known;
  const vectors = new Float64Array(3 * line.length);
  const beforeM = new Float64Array(line.length);
  const chords = new Float64Array(line.length);
  for (let n = 0; n < line.length; n++) {
    const { x, y, z } = vecOf(line[n]!);
    vectors[3 * n] = x;
    vectors[3 * n + 1] = y;
    vectors[3 * n + 2] = z;
    if (n === 0) continue;
    const chord = chordTo(vectors, n - 1, x, y, z);
    chords[n - 1] = chord;
    const at = 3 * (n - 1);
    const rad =
      chord < SHORT_CHORD
        ? angleOfShortChord(chord)
        : angleBetween(vectors[at]!, vectors[at + 1]!, vectors[at + 2]!, x, y, z);
    beforeM[n] = beforeM[n - 1]! + EARTH_RADIUS_M * rad;
  }
  const result = {
    vectors,
    beforeM,
    chords,
  };
  measured.set(line, result);
  return result;
};

const chordTo = (vectors: Float64Array, n: number, x: number, y: number, z: number): number => {
  const at = 3 * n;
  const dx = vectors[at]! - x;
  const dy = vectors[at + 1]! - y;
  const dz = vectors[at + 2]! - z;
  // Much faster than Math.hypot.
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
};

/** The length of a line before each of its points, in metres. */
export function lengthsAlong(line: readonly LatLng[]): ArrayLike<number> {
  return measure(line).beforeM;
}

/** Length of a line in metres. */
export function lengthOfLine(line: readonly LatLng[]): number {
  return measure(line).beforeM.at(-1) ?? 0;
}

// Chords of pieces shorter than 100 km differ from their arcs by less than this share.
const BEND = 1e-4;
let distances = new Float64Array(512);

/**
 * The nearest point of a line. Going from one end of a piece to its nearest point, to the place and back is at least as
 * long as going to the place directly, so (|p - x| + |x - q| - |p - q|) / 2 bounds the distance of a piece. O(points),
 * with trigonometry only for the few pieces that may be nearest.
 */
export const nearestOnLine = (line: readonly LatLng[], place: LatLng): OnLine => {
  const { vectors, beforeM, chords } = measure(line);
  const { x, y, z } = vecOf(place);
  if (distances.length < line.length) distances = new Float64Array(2 * line.length);
  let nearest = 0;
  for (let n = 0; n < line.length; n++) {
    distances[n] = chordTo(vectors, n, x, y, z);
    if (distances[n]! < distances[nearest]!) nearest = n;
  }
  const limit = distances[nearest]! * (1 + BEND);
  let best = {
    at: line[nearest]!,
    offM: distanceM(line[nearest]!, place),
    beforeM: beforeM[nearest]!,
  };
  for (let n = 1; n < line.length; n++) {
    const chord = chords[n - 1]!;
    const isShort = chord < 0.016;
    if (isShort && (distances[n - 1]! + distances[n]! - chord * (1 + BEND)) / 2 > limit) continue;
    const near = nearestOnLeg(line[n - 1]!, line[n]!, place);
    const alongM = beforeM[n - 1]! + near.fraction * (beforeM[n]! - beforeM[n - 1]!);
    if (near.distanceM < best.offM)
      best = {
        at: near.point,
        offM: near.distanceM,
        beforeM: alongM,
      };
  }
  const lengthM = beforeM.at(-1) ?? 0;
  return {
    at: best.at,
    offM: best.offM,
    share: lengthM > 0 ? best.beforeM / lengthM : 0,
  };
};
