import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import type { Box } from "#modules/places/index.ts";
import type { PickupPoint } from "./pickup-point.ts";
import type { Candidates } from "./points-on-line.ts";

const NONE: readonly PickupPoint[] = [];

/**
 * Pickup points by position, in order of latitude: the pieces of a road are so short that few points are beside one,
 * and a binary search finds these faster than a tree does.
 */
export class PickupIndex implements Candidates<PickupPoint> {
  readonly #points: readonly PickupPoint[];
  readonly #latitudes: Float64Array;

  constructor(points: readonly PickupPoint[]) {
    this.#points = points.toSorted((a, b) => a.lat - b.lat);
    this.#latitudes = Float64Array.from(this.#points, ({ lat }) => lat);
  }

  get size(): number {
    return this.#points.length;
  }

  /** Points in the box around a straight line, with at least `marginM` metres on all sides. */
  around(from: LatLng, to: LatLng, marginM: number): readonly PickupPoint[] {
    const latMargin = marginM / METRES_PER_DEGREE;
    const south = Math.min(from.lat, to.lat) - latMargin;
    const north = Math.max(from.lat, to.lat) + latMargin;
    const farthest = Math.max(Math.abs(south), Math.abs(north));
    const lngMargin = latMargin / Math.max(1e-6, Math.cos((farthest * Math.PI) / 180));
    const west = Math.min(from.lng, to.lng) - lngMargin;
    const east = Math.max(from.lng, to.lng) + lngMargin;
    return this.#inBox({ south, north, west, east });
  }

  /** Only the points in these boxes. */
  within(boxes: readonly Box[]): PickupIndex {
    return new PickupIndex([...new Set(boxes.flatMap((box) => this.#inBox(box)))]);
  }

  #inBox({ south, north, west, east }: Box): readonly PickupPoint[] {
    let found: PickupPoint[] | undefined;
    for (let n = this.#countSouthOf(south); this.#latitudes[n]! <= north; n++) {
      const point = this.#points[n]!;
      if (point.lng >= west && point.lng <= east) (found ??= []).push(point);
    }
    return found ?? NONE;
  }

  #countSouthOf(lat: number): number {
    let low = 0;
    let high = this.#latitudes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#latitudes[middle]! < lat) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const NO_PICKUP_POINTS = new PickupIndex([]);
