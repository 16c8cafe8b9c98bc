import type { LatLng } from "../geo.ts";
import { dot, vecOf } from "../geometry/sphere.ts";
import type { Vec } from "../geometry/sphere.ts";
import { LinePages } from "../storage/line-pages.ts";
import type { LineSpan } from "../storage/line-pages.ts";
import { lengthsAlong } from "./nearest-on-line.ts";
import { MAX_ROAD_MPS, reachOfLegM } from "./road-ride.ts";
import type { Road, RoadRide } from "./road-ride.ts";

/**
 * A point of a ride in an index. A road lookup keeps here what it knows of it, as long as the index has the ride: in a
 * `WeakMap`, that of 100,000 rides made the garbage collector stop the process for half a second.
 */
export class IndexedPoint implements LatLng {
  readonly lat: number;
  readonly lng: number;
  #known: unknown;

  constructor({ lat, lng }: LatLng) {
    this.lat = lat;
    this.lng = lng;
  }

  get known(): unknown {
    return this.#known;
  }

  /** Not a field of its own, so that copies of the point do not have it. */
  set known(known: unknown) {
    this.#known = known;
  }
}

/** What an index keeps of a ride on roads to compare it with a search. */
export interface RouteSketch {
  readonly points: readonly IndexedPoint[];
  readonly legs: readonly Road[];
  /** False if the host drives no detour: then no road between the ride and a search matters. */
  readonly hasDetour: boolean;
  /** The car is nowhere faster on the way, metres per second. */
  readonly fastestMps: number;
  /** The lines of all legs, as a few straight pieces. */
  readonly line: LineSpan;
  /** The pieces of leg k are those from `firstPieces[k]` up to `firstPieces[k + 1]`. */
  readonly firstPieces: readonly number[];
}

/** The shortest part of a line for which a straight piece is kept. A long line is cut into longer parts. */
const LEAST_PIECE_M = 1_500;
const MAX_PIECES = 24;
/** Most rides have one leg: they share these, by their number of pieces. */
const PIECES_OF_ONE_LEG = Array.from({ length: 2 * MAX_PIECES }, (_, pieces) => [0, pieces]);

/** The sketches of rides by their slots. */
export class RouteSketches {
  readonly #bySlot = new Map<number, RouteSketch>();
  readonly #lines = new LinePages();

  get size(): number {
    return this.#bySlot.size;
  }

  /** Memory of the lines in bytes. */
  get bytes(): number {
    return this.#lines.bytes;
  }

  get all(): Iterable<RouteSketch> {
    return this.#bySlot.values();
  }

  of(slot: number): RouteSketch | undefined {
    return this.#bySlot.get(slot);
  }

  /** Adds the sketch of a slot that has none. */
  add(slot: number, ride: RoadRide): void {
    this.#bySlot.set(slot, createSketch(ride, this.#lines));
  }

  remove(slot: number): void {
    const sketch = this.#bySlot.get(slot);
    if (!sketch) return;
    this.#lines.release(sketch.line);
    this.#bySlot.delete(slot);
  }
}

/** Its line is stored in these pages, until it is released. */
export function createSketch(
  { points, legs, maxDetourM, maxDetourS }: RoadRide,
  pages: LinePages,
): RouteSketch {
  const lines = legs.map(({ line }) => line);
  const totalM = lines.reduce((sum, line) => sum + (lengthsAlong(line)[line.length - 1] ?? 0), 0);
  const pieceM = Math.max(LEAST_PIECE_M, totalM / MAX_PIECES);
  const cut: CutPiece[] = [];
  const firstPieces = [0];
  for (const line of lines) {
    cut.push(...cutIntoPieces(line, pieceM));
    firstPieces.push(cut.length);
  }
  const end = cut.at(-1)!.points.at(-1)!;
  const pieces = cut.map((piece, n) => ({
    start: piece.points[0]!,
    radius: radiusOf(piece.points, cut[n + 1]?.points[0] ?? end),
    share: piece.share,
  }));
  return {
    points: points.map((point) => new IndexedPoint(point)),
    legs: legs.map(({ distanceM, durationS }) => ({ distanceM, durationS })),
    hasDetour: maxDetourM > 0 || maxDetourS > 0,
    fastestMps: legs.reduce(
      (most, leg) => Math.max(most, reachOfLegM(leg) / leg.durationS),
      MAX_ROAD_MPS,
    ),
    line: pages.add(pieces, end),
    firstPieces: (legs.length === 1 ? PIECES_OF_ONE_LEG[pieces.length] : undefined) ?? firstPieces,
  };
}

/** Some points of a line in a row. The last one is the first of the next piece. */
interface CutPiece {
  readonly points: readonly Vec[];
  /** The share of the line before it, from 0 to 1. */
  readonly share: number;
}

function cutIntoPieces(line: readonly LatLng[], pieceM: number): CutPiece[] {
  const lengths = lengthsAlong(line);
  const totalM = lengths[line.length - 1] ?? 0;
  const pieces: CutPiece[] = [];
  let first = 0;
  for (let last = 1; last < line.length; last++) {
    const isEnd = last === line.length - 1;
    if (!isEnd && lengths[last + 1]! - lengths[first]! <= pieceM) continue;
    pieces.push({
      points: line.slice(first, last + 1).map(vecOf),
      share: totalM > 0 ? lengths[first]! / totalM : 0,
    });
    first = last;
  }
  return pieces;
}

/**
 * Farthest that the line through these points is from the straight line from the first of them to `end`, on the unit
 * sphere. Its great circles bulge from their chords.
 */
function radiusOf(points: readonly Vec[], end: Vec): number {
  const start = points[0]!;
  let most = 0;
  let longestChord = 0;
  for (const [n, point] of points.entries()) {
    most = Math.max(most, distanceToChord(point, start, end));
    longestChord = Math.max(longestChord, lengthOf(difference(point, points[n - 1] ?? point)));
  }
  const bulge = 1 - Math.sqrt(Math.max(0, 1 - longestChord ** 2 / 4));
  return most + bulge;
}

function distanceToChord(point: Vec, start: Vec, end: Vec): number {
  const along = difference(end, start);
  const to = difference(point, start);
  const length2 = dot(along, along);
  const share = length2 > 0 ? Math.min(1, Math.max(0, dot(to, along) / length2)) : 0;
  const nearest = {
    x: share * along.x,
    y: share * along.y,
    z: share * along.z,
  };
  return lengthOf(difference(to, nearest));
}

const difference = (a: Vec, b: Vec): Vec => ({
  x: a.x - b.x,
  y: a.y - b.y,
  z: a.z - b.z,
});
const lengthOf = (v: Vec): number => Math.sqrt(dot(v, v));
