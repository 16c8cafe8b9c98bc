import type { LatLng } from "@commonlane/contract/shapes";
import { EARTH_RADIUS_M } from "@commonlane/matching/geo";

/** Squares are looked through by blocks of this many degrees, from the middle outwards. */
const BLOCK_DEG = 0.02;
const COLUMNS = Math.round(360 / BLOCK_DEG);
const RAD = Math.PI / 180;

/** Something with a place in the grid. */
export interface Placed {
  readonly uid: string;
  readonly about: LatLng;
}
export interface Near<Item> {
  readonly item: Item;
  readonly distanceM: number;
}
/** A place in the order of a list by distance. */
export type AfterNear = { readonly at: number; readonly uid: string } | undefined;

export interface Around {
  readonly at: LatLng;
  readonly radiusM: number;
  readonly limit: number;
  readonly after?: AfterNear;
}

/** All who are at the same coarse place. */
interface Square<Item> {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly items: Map<string, Item>;
}
interface Block<Item> {
  readonly squares: Map<string, Square<Item>>;
}

/**
 * Who is where, by the coarse place that everybody may know: what is found, and in which order, follows from nothing else.
 * People at one coarse place share it as one square, so that a crowd costs no more than one of them.
 */
export class DriverGrid<Item extends Placed> {
  readonly #blocks = new Map<number, Block<Item>>();

  add(item: Item): void {
    const key = blockOf(item.about);
    const block = this.#blocks.get(key) ?? { squares: new Map<string, Square<Item>>() };
    this.#blocks.set(key, block);
    const name = nameOf(item.about);
    const square = block.squares.get(name) ?? { ...unit(item.about), items: new Map<string, Item>() };
    block.squares.set(name, square);
    square.items.set(item.uid, item);
  }

  /** Takes away what was added at `about`. */
  remove({ uid, about }: Placed): void {
    const key = blockOf(about);
    const block = this.#blocks.get(key);
    const square = block?.squares.get(nameOf(about));
    if (!block || !square?.items.delete(uid) || square.items.size > 0) return;
    block.squares.delete(nameOf(about));
    if (block.squares.size === 0) this.#blocks.delete(key);
  }

  /** The nearest first, by uid where several are as far; only those that `counts`, and only what comes after `after`. */
  nearest({ at, radiusM, limit, after }: Around, counts: (item: Item) => boolean): Near<Item>[] {
    const middle = unit(at);
    const reached: { distanceM: number; square: Square<Item> }[] = [];
    let people = 0;
    const look = (block: Block<Item> | undefined) => {
      for (const square of block?.squares.values() ?? []) {
        const distanceM = between(middle, square);
        if (distanceM > radiusM || (after && distanceM < after.at)) continue;
        reached.push({ distanceM, square });
        people += square.items.size;
      }
    };
    const best = () => firstOf(reached, { limit, after }, counts);
    for (const ring of this.#rings(at, radiusM)) {
      for (const block of ring.blocks) look(block);
      if (people < limit || ring.restAtLeastM === 0) continue;
      const found = best();
      if ((found[limit - 1]?.distanceM ?? Infinity) <= ring.restAtLeastM) return found;
    }
    return best();
  }

  /** Blocks from the middle outwards, with how far everything that has not come yet is at least. */
  *#rings({ lat, lng }: LatLng, radiusM: number): Generator<Ring<Item>> {
    const [row, column] = [rowOf(lat), columnOf(lng)];
    const seen = new Set<number>();
    const most = this.#blocks.size;
    for (let ring = 0, asked = 0; ; ring++) {
      asked += ring === 0 ? 1 : 8 * ring;
      // Fewer are occupied than would be asked for: all the rest at once.
      if (asked > 64 + most || 2 * ring + 1 >= COLUMNS) {
        const rest = [...this.#blocks].flatMap(([key, block]) => (seen.has(key) ? [] : [block]));
        yield { blocks: rest, restAtLeastM: Infinity };
        return;
      }
      const keys = keysOfRing(row, column, ring);
      for (const key of keys) seen.add(key);
      const restAtLeastM = EARTH_RADIUS_M * Math.min(ring * BLOCK_DEG * RAD, toMeridian(lat, ring * BLOCK_DEG));
      yield { blocks: keys.flatMap((key) => this.#blocks.get(key) ?? []), restAtLeastM };
      if (restAtLeastM > radiusM) return;
    }
  }
}

interface Ring<Item> {
  readonly blocks: readonly Block<Item>[];
  readonly restAtLeastM: number;
}

/** The first of them all, in their order. */
function firstOf<Item extends Placed>(
  reached: { distanceM: number; square: Square<Item> }[],
  { limit, after }: Pick<Around, "limit" | "after">,
  counts: (item: Item) => boolean,
): Near<Item>[] {
  reached.sort((a, b) => a.distanceM - b.distanceM);
  const found: Near<Item>[] = [];
  for (let n = 0; n < reached.length && found.length < limit;) {
    const distanceM = reached[n]?.distanceM ?? 0;
    const level: Item[] = [];
    for (; reached[n]?.distanceM === distanceM; n++) {
      for (const item of reached[n]?.square.items.values() ?? []) {
        if (counts(item) && !(after?.at === distanceM && item.uid <= after.uid)) level.push(item);
      }
    }
    level.sort((a, b) => (a.uid < b.uid ? -1 : 1));
    for (const item of level.slice(0, limit - found.length)) found.push({ item, distanceM });
  }
  return found;
}

/** Metres along the great circle between two points of the unit sphere. */
const between = (a: Point, b: Point): number =>
  EARTH_RADIUS_M * 2 * Math.asin(Math.min(1, Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2) / 2));

/** The distance that the list is ordered by, in metres. */
export const metresBetween = (a: LatLng, b: LatLng): number => between(unit(a), unit(b));

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
function unit({ lat, lng }: LatLng): Point {
  const [phi, lambda] = [lat * RAD, lng * RAD];
  const out = Math.cos(phi);
  return { x: out * Math.cos(lambda), y: out * Math.sin(lambda), z: Math.sin(phi) };
}

/** The angle from a latitude to the nearest point of a meridian so many degrees away. */
const toMeridian = (lat: number, degrees: number) =>
  Math.asin(Math.sin(Math.min(degrees, 90) * RAD) * Math.cos(lat * RAD));

const rowOf = (lat: number) => Math.floor((lat + 90) / BLOCK_DEG);
const columnOf = (lng: number) => Math.floor(((((lng + 180) % 360) + 360) % 360) / BLOCK_DEG) % COLUMNS;
const keyOf = (row: number, column: number) => row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS);
const blockOf = ({ lat, lng }: LatLng) => keyOf(rowOf(lat), columnOf(lng));
const nameOf = ({ lat, lng }: LatLng) => `${lat} ${lng}`;

function keysOfRing(row: number, column: number, ring: number): number[] {
  if (ring === 0) return [keyOf(row, column)];
  const keys: number[] = [];
  for (let n = -ring; n <= ring; n++) keys.push(keyOf(row - ring, column + n), keyOf(row + ring, column + n));
  for (let n = 1 - ring; n < ring; n++) keys.push(keyOf(row + n, column - ring), keyOf(row + n, column + ring));
  return keys;
}
