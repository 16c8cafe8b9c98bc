import { BestFirstSearch, compareCursors, toMatchCursor } from "./index/best-first-search.ts";
import type {
  BestFirstOptions,
  FindOptions,
  IndexResult,
  MatchCursor,
} from "./index/best-first-search.ts";
import { BoundedPriorityQueue } from "./index/priority-queue.ts";
import { NO_TOLERANCE, nearMissTolerance } from "./rule/best-combination.ts";
import { RideStore } from "./storage/ride-store.ts";
import { DEFAULT_MATCH_SETTINGS, matchRoute, findNearMissOfRoute, prepareSearch } from "./rule.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "./rule.ts";
import { toCandidateRide } from "./road-rule.ts";
import type { RoadRide } from "./road-rule.ts";
import { RouteSketches } from "./roads/route-sketch.ts";
import type { RouteSketch } from "./roads/route-sketch.ts";
import type { IndexSnapshot } from "./storage/snapshot.ts";
import type { Route } from "./rule/route.ts";

export { compareCursors, toMatchCursor } from "./index/best-first-search.ts";
export type { FindOptions, MatchCursor } from "./index/best-first-search.ts";
export type { ReachableStops } from "./roads/sketch-bound.ts";

/** A ride that may match, and its place in the order. */
export interface Candidate extends MatchCursor {
  /** True for a ride on roads: its order is at least this one. */
  readonly isBound: boolean;
}

/**
 * Holds upcoming rides and finds those that pass A and then B. Returns the same matches in the same order as calling
 * matchRide for every ride. Design, cost and memory: docs/decisions/0011-matching-index.md.
 */
export class CorridorIndex {
  readonly #settings: MatchSettings;
  readonly #store: RideStore;
  readonly #search: BestFirstSearch;
  // Reused by every search, so that a search allocates nothing but its results.
  readonly #matches = new BoundedPriorityQueue<IndexResult<Match>>(compareCursors);
  /** Those of rides restored from a snapshot come later. */
  readonly #sketches = new RouteSketches();
  readonly #misses = new BoundedPriorityQueue<IndexResult<NearMiss>>(compareCursors);

  constructor(settings: MatchSettings = DEFAULT_MATCH_SETTINGS) {
    this.#settings = settings;
    this.#store = new RideStore(settings);
    this.#search = new BestFirstSearch(this.#store, this.#sketches, settings);
  }

  get size(): number {
    return this.#store.size;
  }

  /** True if some rides are on roads. */
  get hasRoads(): boolean {
    return this.#store.source.rides.onRoads > 0;
  }

  /** Memory in bytes, without the 16 bytes of each point itself. O(cells). */
  get bytes(): number {
    return this.#store.bytes + this.#sketches.bytes;
  }

  /** Restores an index from a snapshot. @throws RangeError if the snapshot was made with other settings. */
  static restore(
    snapshot: IndexSnapshot,
    settings: MatchSettings = DEFAULT_MATCH_SETTINGS,
  ): CorridorIndex {
    const steps = CorridorIndex.restoring(snapshot, settings);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /**
   * Restores in steps of a few milliseconds, so that the caller can do other work between them. The index is complete
   * after the last step.
   */
  static *restoring(
    snapshot: IndexSnapshot,
    settings: MatchSettings = DEFAULT_MATCH_SETTINGS,
  ): Generator<undefined, CorridorIndex> {
    const index = new CorridorIndex(settings);
    yield* index.#store.restoring(snapshot);
    return index;
  }

  /** The whole content, to be written before the index changes. O(pages); nothing is copied. */
  snapshot(): IndexSnapshot {
    return this.#store.snapshot();
  }

  /** Adds a ride or replaces the one with its id. @throws RangeError for a ride that cannot be measured or stored. */
  put(ride: MatchRide): void {
    const before = this.#store.slotOf(ride.id);
    this.#store.put(ride);
    if (before !== undefined) this.#sketches.remove(before);
  }

  /** Same for a ride that is matched on roads. */
  putOnRoads(ride: RoadRide): void {
    this.put(toCandidateRide(ride));
    this.#sketches.add(this.#store.slotOf(ride.id)!, ride);
  }

  /** Adds what a snapshot does not contain; nothing if the index has it, or another version of the ride. */
  addSketch(ride: RoadRide): void {
    const slot = this.#store.slotOf(ride.id);
    if (slot === undefined || this.#sketches.of(slot)) return;
    if (this.#store.isSameRide(toCandidateRide(ride))) this.#sketches.add(slot, ride);
  }

  /** What is kept of a ride on roads. */
  sketchOf(id: string): RouteSketch | undefined {
    const slot = this.#store.slotOf(id);
    return slot === undefined ? undefined : this.#sketches.of(slot);
  }

  /** True if rides on roads were restored of which only great circles are known. */
  get lacksSketches(): boolean {
    return this.#sketches.size < this.#store.source.rides.onRoads;
  }

  /** What is kept of all rides on roads. */
  get sketches(): Iterable<RouteSketch> {
    return this.#sketches.all;
  }

  /**
   * Replaces the seats left on each leg. Returns false if there is no such ride. @throws RangeError if there is not one
   * number per leg.
   */
  setSeats(id: string, seatsLeft: readonly number[]): boolean {
    return this.#store.setSeats(id, seatsLeft);
  }

  /** Returns false if there was no such ride. */
  remove(id: string): boolean {
    const slot = this.#store.slotOf(id);
    if (slot !== undefined) this.#sketches.remove(slot);
    return this.#store.remove(id);
  }

  /**
   * The matches ordered by (order, pickupAt, id), from after the cursor, at most `limit`. About O(rides that pass A in
   * the time examined + matches examined x points); see the decision record above.
   */
  find(search: Search, options: FindOptions): Match[] {
    return this.#findMatches(search, {
      ...options,
      withRoads: false,
    }).flatMap(({ found }) => found ?? []);
  }

  /** Near misses in the same order, without rides that match. */
  nearMisses(search: Search, options: FindOptions): NearMiss[] {
    return this.#findNearMisses(search, {
      ...options,
      withRoads: false,
    }).flatMap(({ found }) => found ?? []);
  }

  /**
   * Matches as in `find`, and among them every ride on roads that may match, at a place where it cannot be better: the
   * caller decides with the roads. Results after the last one returned have no lower order.
   */
  candidates(search: Search, options: FindOptions): Candidate[] {
    return this.#findMatches(search, {
      ...options,
      withRoads: true,
    }).map(toCandidate);
  }

  /** Same for near misses. A ride on roads may also be a match. */
  nearMissCandidates(search: Search, options: FindOptions): Candidate[] {
    return this.#findNearMisses(search, {
      ...options,
      withRoads: true,
    }).map(toCandidate);
  }

  #findMatches(search: Search, options: BestFirstOptions): IndexResult<Match>[] {
    const prepared = prepareSearch(search, this.#settings);
    const evaluate = (route: Route, id: string) => {
      const match = matchRoute(route, id, prepared, this.#settings);
      return (
        match && {
          ...toMatchCursor(match),
          found: match,
        }
      );
    };
    return this.#search.find(prepared, NO_TOLERANCE, options, this.#matches, evaluate);
  }

  #findNearMisses(search: Search, options: BestFirstOptions): IndexResult<NearMiss>[] {
    const prepared = prepareSearch(search, this.#settings);
    const evaluate = (route: Route, id: string) => {
      const miss = findNearMissOfRoute(route, id, prepared, this.#settings);
      return (
        miss && {
          ...toMatchCursor(miss.match),
          found: miss,
        }
      );
    };
    const tolerance = nearMissTolerance(this.#settings);
    return this.#search.find(prepared, tolerance, options, this.#misses, evaluate);
  }
}

function toCandidate({ order, pickupAtMs, id, found }: IndexResult<unknown>): Candidate {
  return {
    order,
    pickupAtMs,
    id,
    isBound: found === undefined,
  };
}
