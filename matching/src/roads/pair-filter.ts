import type { MatchSettings, Search } from "../model.ts";
import { prepareSearch } from "../rule.ts";
import { NO_TOLERANCE } from "../rule/best-combination.ts";
import { LinePages } from "../storage/line-pages.ts";
import type { RoadLookup, RoadRide } from "./road-ride.ts";
import { createSketch } from "./route-sketch.ts";
import type { RouteSketch } from "./route-sketch.ts";
import { SketchBound } from "./sketch-bound.ts";

/**
 * Tells which rides on roads may match which searches, for many pairs of a few of them. Most pairs that it leaves out
 * need no road, and none needs the places where walkers meet the ride.
 */
export class PairFilter {
  readonly #roads: RoadLookup;
  readonly #settings: MatchSettings;
  readonly #lines = new LinePages();
  readonly #sketches = new Map<RoadRide, RouteSketch>();
  readonly #bounds = new Map<Search, SketchBound>();

  constructor(roads: RoadLookup, settings: MatchSettings) {
    this.#roads = roads;
    this.#settings = settings;
  }

  /** False for nearly every pair that does not match, and for no other one. */
  mayMatch(ride: RoadRide, search: Search): boolean {
    return this.#boundOf(search).calculate(this.#sketchOf(ride), ride) < Infinity;
  }

  #sketchOf(ride: RoadRide): RouteSketch {
    let sketch = this.#sketches.get(ride);
    if (!sketch) this.#sketches.set(ride, (sketch = createSketch(ride, this.#lines)));
    return sketch;
  }

  #boundOf(search: Search): SketchBound {
    let bound = this.#bounds.get(search);
    if (!bound) {
      const prepared = prepareSearch(search, this.#settings);
      bound = new SketchBound(prepared, NO_TOLERANCE, { roads: this.#roads }, this.#settings);
      this.#bounds.set(search, bound);
    }
    return bound;
  }
}
