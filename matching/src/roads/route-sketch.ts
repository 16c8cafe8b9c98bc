import type { LatLng } from "../geo.ts";
import { unit, vecOf } from "../geometry/sphere.ts";
import type { Vec } from "../geometry/sphere.ts";
import { CapPages } from "../storage/cap-pages.ts";
import type { Cap, CapSpan } from "../storage/cap-pages.ts";
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
  /** Caps of the sphere that together cover the lines of the legs. */
  readonly caps: CapSpan;
  /** The caps of leg k are those from `firstCaps[k]` up to `firstCaps[k + 1]`. */
  readonly firstCaps: readonly number[];
}

/** A cap covers this much of a line, or a part of a long line. */
const LEAST_PIECE_M = 1_500;
const MAX_CAPS = 24;
/** Most rides have one leg: they share these, by their number of caps. */
const CAPS_OF_ONE_LEG = Array.from({ length: 2 * MAX_CAPS }, (_, caps) => [0, caps]);

/** The sketches of rides by their slots. */
export class RouteSketches {
  readonly #bySlot = new Map<number, RouteSketch>();
  readonly #caps = new CapPages();

  get size(): number {
    return this.#bySlot.size;
  }

  /** Memory of the caps in bytes. */
  get bytes(): number {
    return this.#caps.bytes;
  }

  get all(): Iterable<RouteSketch> {
    return this.#bySlot.values();
  }

  of(slot: number): RouteSketch | undefined {
    return this.#bySlot.get(slot);
  }

  /** Adds the sketch of a slot that has none. */
  add(slot: number, ride: RoadRide): void {
    this.#bySlot.set(slot, createSketch(ride, this.#caps));
  }

  remove(slot: number): void {
    const sketch = this.#bySlot.get(slot);
    if (!sketch) return;
    this.#caps.release(sketch.caps);
    this.#bySlot.delete(slot);
  }
}

/** Its caps are stored in these pages, until they are released. */
export function createSketch(
  { points, legs, maxDetourM, maxDetourS }: RoadRide,
  pages: CapPages,
): RouteSketch {
  const lines = legs.map(({ line }) => line);
  const totalM = lines.reduce((sum, line) => sum + (lengthsAlong(line)[line.length - 1] ?? 0), 0);
  const pieceM = Math.max(LEAST_PIECE_M, totalM / MAX_CAPS);
  const caps: Cap[] = [];
  const firstCaps = [0];
  for (const line of lines) {
    addCaps(line, pieceM, caps);
    firstCaps.push(caps.length);
  }
  return {
    points: points.map((point) => new IndexedPoint(point)),
    legs: legs.map(({ distanceM, durationS }) => ({ distanceM, durationS })),
    hasDetour: maxDetourM > 0 || maxDetourS > 0,
    fastestMps: legs.reduce(
      (most, leg) => Math.max(most, reachOfLegM(leg) / leg.durationS),
      MAX_ROAD_MPS,
    ),
    caps: pages.add(caps),
    firstCaps: (legs.length === 1 ? CAPS_OF_ONE_LEG[caps.length] : undefined) ?? firstCaps,
  };
}

/** Each cap covers some pieces of a line: if it covers their ends, it covers the great circles between them. */
function addCaps(line: readonly LatLng[], pieceM: number, caps: Cap[]): void {
  const lengths = lengthsAlong(line);
  const totalM = lengths[line.length - 1] ?? 0;
  let first = 0;
  for (let last = 1; last < line.length; last++) {
    const isEnd = last === line.length - 1;
    if (!isEnd && lengths[last + 1]! - lengths[first]! <= pieceM) continue;
    const share = totalM > 0 ? lengths[first]! / totalM : 0;
    caps.push(capOver(line.slice(first, last + 1).map(vecOf), share));
    first = last;
  }
}

function capOver(points: readonly Vec[], share: number): Cap {
  const first = points[0]!;
  const last = points.at(-1)!;
  const between = unit({
    x: first.x + last.x,
    y: first.y + last.y,
    z: first.z + last.z,
  });
  const middle = between ?? first;
  const radius = points.reduce((most, point) => Math.max(most, chordBetween(middle, point)), 0);
  return {
    middle,
    radius,
    share,
  };
}

function chordBetween(a: Vec, b: Vec): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}
