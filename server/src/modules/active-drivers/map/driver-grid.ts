import type { LatLng } from "@commonlane/contract/shapes";
import { EARTH_RADIUS_M } from "@commonlane/matching/geo";

/** Size of the blocks in which squares are searched, from the centre outwards, in degrees. */
const BLOCK_DEG = 0.02;
const COLUMNS = Math.round(360 / BLOCK_DEG);
const RAD = Math.PI / 180;

/** An item with a position in the grid. */
export interface GridItem {
  readonly uid: string;
  readonly approximate: LatLng;
}
export interface NearbyItem<Item> {
  readonly item: Item;
  readonly distanceM: number;
}
/** A position in a list sorted by distance. */
export type NearbyCursor =
  | {
      readonly at: number;
      readonly uid: string;
    }
  | undefined;

export interface NearbyQuery {
  readonly at: LatLng;
  readonly radiusM: number;
  readonly limit: number;
  readonly after?: NearbyCursor;
}

/** All items at the same approximate position. */
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
 * Finds items by their approximate, public position, which alone decides about results and order. Items at the same
 * position share one square, so a crowd costs no more than a single item.
 */
export class DriverGrid<Item extends GridItem> {
  readonly #blocks = new Map<number, Block<Item>>();

  add(item: Item): void {
    const key = blockKey(item.approximate);
    const block = this.#blocks.get(key) ?? { squares: new Map<string, Square<Item>>() };
    this.#blocks.set(key, block);
    const name = squareKey(item.approximate);
    const square = block.squares.get(name) ?? {
      ...toUnitVector(item.approximate),
      items: new Map<string, Item>(),
    };
    block.squares.set(name, square);
    square.items.set(item.uid, item);
  }

  /** Removes what was added at the `approximate` position. */
  remove({ uid, approximate }: GridItem): void {
    const key = blockKey(approximate);
    const block = this.#blocks.get(key);
    const square = block?.squares.get(squareKey(approximate));
    if (!block || !square?.items.delete(uid) || square.items.size > 0) return;
    block.squares.delete(squareKey(approximate));
    if (block.squares.size === 0) this.#blocks.delete(key);
  }

  /**
   * Nearest items first, by uid at equal distance; only those that `isIncluded` accepts and that come after `after`.
   */
  nearest(
    { at, radiusM, limit, after }: NearbyQuery,
    isIncluded: (item: Item) => boolean,
  ): NearbyItem<Item>[] {
    const middle = toUnitVector(at);
    const reachedSquares: {
      distanceM: number;
      square: Square<Item>;
    }[] = [];
    let itemCount = 0;
    const visitBlock = (block: Block<Item> | undefined) => {
      for (const square of block?.squares.values() ?? []) {
        const distanceM = sphereDistanceM(middle, square);
        if (distanceM > radiusM || (after && distanceM < after.at)) continue;
        reachedSquares.push({ distanceM, square });
        itemCount += square.items.size;
      }
    };
    const best = () =>
      takeFirst(
        reachedSquares,
        {
          limit,
          after,
        },
        isIncluded,
      );
    for (const ring of this.#rings(at, radiusM)) {
      for (const block of ring.blocks) visitBlock(block);
      if (itemCount < limit || ring.minRemainingM === 0) continue;
      const found = best();
      if ((found[limit - 1]?.distanceM ?? Infinity) <= ring.minRemainingM) return found;
    }
    return best();
  }

  /** Blocks from the centre outwards, with the minimum distance of everything not yet returned. */
  *#rings({ lat, lng }: LatLng, radiusM: number): Generator<Ring<Item>> {
    const row = rowOf(lat);
    const column = columnOf(lng);
    const seen = new Set<number>();
    const occupiedBlocks = this.#blocks.size;
    for (let ring = 0, checkedBlocks = 0; ; ring++) {
      checkedBlocks += ring === 0 ? 1 : 8 * ring;
      // Fewer blocks are occupied than the ring would visit: take the rest at once.
      if (checkedBlocks > 64 + occupiedBlocks || 2 * ring + 1 >= COLUMNS) {
        const remainingBlocks = [...this.#blocks].flatMap(([key, block]) =>
          seen.has(key) ? [] : [block],
        );
        yield {
          blocks: remainingBlocks,
          minRemainingM: Infinity,
        };
        return;
      }
      const keys = ringKeys(row, column, ring);
      for (const key of keys) seen.add(key);
      const minRemainingM =
        EARTH_RADIUS_M * Math.min(ring * BLOCK_DEG * RAD, angleToMeridian(lat, ring * BLOCK_DEG));
      yield {
        blocks: keys.flatMap((key) => this.#blocks.get(key) ?? []),
        minRemainingM,
      };
      if (minRemainingM > radiusM) return;
    }
  }
}

interface Ring<Item> {
  readonly blocks: readonly Block<Item>[];
  readonly minRemainingM: number;
}

/** The first items in order. */
function takeFirst<Item extends GridItem>(
  reachedSquares: {
    distanceM: number;
    square: Square<Item>;
  }[],
  { limit, after }: Pick<NearbyQuery, "limit" | "after">,
  isIncluded: (item: Item) => boolean,
): NearbyItem<Item>[] {
  reachedSquares.sort((a, b) => a.distanceM - b.distanceM);
  const found: NearbyItem<Item>[] = [];
  for (let n = 0; n < reachedSquares.length && found.length < limit;) {
    const distanceM = reachedSquares[n]?.distanceM ?? 0;
    const sameDistance: Item[] = [];
    for (; reachedSquares[n]?.distanceM === distanceM; n++) {
      for (const item of reachedSquares[n]?.square.items.values() ?? []) {
        if (isIncluded(item) && !(after?.at === distanceM && item.uid <= after.uid))
          sameDistance.push(item);
      }
    }
    sameDistance.sort((a, b) => (a.uid < b.uid ? -1 : 1));
    for (const item of sameDistance.slice(0, limit - found.length))
      found.push({
        item,
        distanceM,
      });
  }
  return found;
}

/** Metres along the great circle between two points of the unit sphere. */
const sphereDistanceM = (a: Point, b: Point): number =>
  EARTH_RADIUS_M *
  2 *
  Math.asin(Math.min(1, Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2) / 2));

/** Distance that lists are sorted by, in metres. */
export const gridDistanceM = (a: LatLng, b: LatLng): number =>
  sphereDistanceM(toUnitVector(a), toUnitVector(b));

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
function toUnitVector({ lat, lng }: LatLng): Point {
  const phi = lat * RAD;
  const lambda = lng * RAD;
  const cosLat = Math.cos(phi);
  return {
    x: cosLat * Math.cos(lambda),
    y: cosLat * Math.sin(lambda),
    z: Math.sin(phi),
  };
}

/** Angle from a latitude to the nearest point of a meridian at this distance in degrees. */
const angleToMeridian = (lat: number, degrees: number) =>
  Math.asin(Math.sin(Math.min(degrees, 90) * RAD) * Math.cos(lat * RAD));

const rowOf = (lat: number) => Math.floor((lat + 90) / BLOCK_DEG);
const columnOf = (lng: number) =>
  Math.floor(((((lng + 180) % 360) + 360) % 360) / BLOCK_DEG) % COLUMNS;
const gridKey = (row: number, column: number) =>
  row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS);
const blockKey = ({ lat, lng }: LatLng) => gridKey(rowOf(lat), columnOf(lng));
const squareKey = ({ lat, lng }: LatLng) => `${lat} ${lng}`;

function ringKeys(row: number, column: number, ring: number): number[] {
  if (ring === 0) return [gridKey(row, column)];
  const keys: number[] = [];
  for (let n = -ring; n <= ring; n++)
    keys.push(gridKey(row - ring, column + n), gridKey(row + ring, column + n));
  for (let n = 1 - ring; n < ring; n++)
    keys.push(gridKey(row + n, column - ring), gridKey(row + n, column + ring));
  return keys;
}
