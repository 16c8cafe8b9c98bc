import type { RoadGraph } from "@commonlane/geo/road-network/road-graph";
import { distanceM, type LatLng } from "@commonlane/matching/geo";
import { createRandom } from "../bench.ts";
import { RandomRegion } from "../matching-on-roads/fill-region.ts";

const TRIP_M = { least: 5_000, most: 80_000 };

/** Trips between junctions of a state, at the times and with the detours of a region. The same in every run. */
export class RandomState {
  readonly #graph: RoadGraph;
  readonly #region: RandomRegion;
  readonly #next = createRandom(11);

  constructor(graph: RoadGraph, startMs: number) {
    this.#graph = graph;
    this.#region = new RandomRegion(1, startMs);
  }

  trip(): { readonly from: LatLng; readonly to: LatLng } {
    const from = this.place();
    for (;;) {
      const to = this.place();
      const metres = distanceM(from, to);
      if (metres >= TRIP_M.least && metres <= TRIP_M.most) return { from, to };
    }
  }

  instantMs(): number {
    return this.#region.instantMs();
  }

  detour() {
    return this.#region.detour();
  }

  place(): LatLng {
    const { nodeLat7, nodeLng7 } = this.#graph;
    const node = Math.floor(this.#next() * nodeLat7.length);
    const near = (units: number) => Number((units / 1e7 + 0.001 * this.#next()).toFixed(5));
    return { lat: near(nodeLat7[node] ?? 0), lng: near(nodeLng7[node] ?? 0) };
  }
}
