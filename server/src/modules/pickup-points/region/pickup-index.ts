import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import Flatbush from "flatbush";
import type { PickupPoint } from "./pickup-point.ts";

/** Pickup points by position. */
export class PickupIndex {
  readonly #points: readonly PickupPoint[];
  readonly #tree: Flatbush | undefined;

  constructor(points: readonly PickupPoint[]) {
    this.#points = points;
    // An empty tree is an error of the library.
    if (points.length === 0) return;
    this.#tree = new Flatbush(points.length);
    for (const { lat, lng } of points) this.#tree.add(lng, lat);
    this.#tree.finish();
  }

  get size(): number {
    return this.#points.length;
  }

  /** Points in the box around a straight line, with at least `marginM` metres on all sides. */
  around(from: LatLng, to: LatLng, marginM: number): PickupPoint[] {
    const [south, north] = [Math.min(from.lat, to.lat), Math.max(from.lat, to.lat)];
    const latMargin = marginM / METRES_PER_DEGREE;
    const farthest = Math.max(Math.abs(south), Math.abs(north));
    const lngMargin = latMargin / Math.max(1e-6, Math.cos((farthest * Math.PI) / 180));
    const [west, east] = [Math.min(from.lng, to.lng) - lngMargin, Math.max(from.lng, to.lng) + lngMargin];
    const found = this.#tree?.search(west, south - latMargin, east, north + latMargin) ?? [];
    return found.flatMap((n) => this.#points[n] ?? []);
  }
}

export const NO_PICKUP_POINTS = new PickupIndex([]);
