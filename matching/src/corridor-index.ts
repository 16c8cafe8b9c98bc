import { BoundedPriorityQueue } from "./index/priority-queue.ts";
import { Candidates } from "./index/candidates.ts";
import { NO_TOLERANCE, nearMissTolerance } from "./rule/best-combination.ts";
import type { PreparedSearch, LimitTolerance } from "./rule/best-combination.ts";
import { RideStore } from "./storage/ride-store.ts";
import { ScoreLowerBound } from "./index/score-lower-bound.ts";
import { DEFAULT_MATCH_SETTINGS, matchRoute, findNearMissOfRoute, prepareSearch } from "./rule.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "./rule.ts";
import { toCandidateRide } from "./road-rule.ts";
import type { RoadLookup, RoadRide } from "./road-rule.ts";
import { RouteSketches } from "./roads/route-sketch.ts";
import type { RouteSketch } from "./roads/route-sketch.ts";
import { SketchBound } from "./roads/sketch-bound.ts";
import type { IndexSnapshot } from "./storage/snapshot.ts";
import { Route } from "./rule/route.ts";

/** Where a page of results ended. The next page begins strictly after it. */
export interface MatchCursor {
  readonly order: number;
  readonly pickupAtMs: number;
  readonly id: string;
}

export interface FindOptions {
  readonly limit: number;
  readonly after?: MatchCursor | undefined;
  /** Only rides that have a leg with fewer seats left. */
  readonly fullFor?: number | undefined;
  /** Rides that are not measured, as if they were not in the index: they cost no time that could be noticed. */
  readonly without?: ReadonlySet<string> | undefined;
  /** Roads between rides and the search. With them, few rides are named that do not match. */
  readonly roads?: RoadLookup | undefined;
}

/** A ride that may match, and its place in the order. */
export interface Candidate extends MatchCursor {
  /** True for a ride on roads: its order is at least this one. */
  readonly isBound: boolean;
}

/** The cursor of a result. Pass that of the last result to get the next page. */
export const toMatchCursor = (match: Match): MatchCursor => ({
  order: match.order,
  pickupAtMs: match.pickupAtMs,
  id: match.rideId,
});

/**
 * Holds upcoming rides and finds those that pass A and then B. Returns the same matches in the same order as calling
 * matchRide for every ride. Design, cost and memory: docs/decisions/0011-matching-index.md.
 */
export class CorridorIndex {
  readonly #settings: MatchSettings;
  readonly #store: RideStore;
  // Reused by every search, so that a search allocates nothing but its results.
  readonly #route = new Route();
  readonly #candidates: Candidates;
  readonly #bounds: ScoreLowerBound;
  readonly #matches = new BoundedPriorityQueue<IndexResult<Match>>(compareCursors);
  /** Those of rides restored from a snapshot come later. */
  readonly #sketches = new RouteSketches();
  readonly #misses = new BoundedPriorityQueue<IndexResult<NearMiss>>(compareCursors);

  constructor(settings: MatchSettings = DEFAULT_MATCH_SETTINGS) {
    this.#settings = settings;
    this.#store = new RideStore(settings);
    this.#candidates = new Candidates(this.#store.source, settings);
    this.#bounds = new ScoreLowerBound(this.#store.source.rides, settings);
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

  /**
   * Moves a ride to another departure. Returns false if there is no such ride. @throws RangeError for an instant that
   * is not a number.
   */
  setDeparture(id: string, departsAtMs: number): boolean {
    return this.#store.setDeparture(id, departsAtMs);
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

  #findMatches(search: Search, options: BestOptions): IndexResult<Match>[] {
    const prepared = prepareSearch(search, this.#settings);
    const evaluate = (id: string) => {
      const match = matchRoute(this.#route, id, prepared, this.#settings);
      return (
        match && {
          ...toMatchCursor(match),
          found: match,
        }
      );
    };
    return this.#best(prepared, NO_TOLERANCE, options, this.#matches, evaluate);
  }

  #findNearMisses(search: Search, options: BestOptions): IndexResult<NearMiss>[] {
    const prepared = prepareSearch(search, this.#settings);
    const evaluate = (id: string) => {
      const miss = findNearMissOfRoute(this.#route, id, prepared, this.#settings);
      return (
        miss && {
          ...toMatchCursor(miss.match),
          found: miss,
        }
      );
    };
    return this.#best(prepared, nearMissTolerance(this.#settings), options, this.#misses, evaluate);
  }

  /** Examines rides by increasing lower bound until enough results are better than every remaining bound. */
  #best<T>(
    prepared: PreparedSearch,
    tolerance: LimitTolerance,
    { limit, after, fullFor, without, roads, withRoads }: BestOptions,
    queue: BoundedPriorityQueue<IndexResult<T>>,
    evaluate: (rideId: string) => IndexResult<T> | undefined,
  ): IndexResult<T>[] {
    const best: IndexResult<T>[] = [];
    const { rides } = this.#store.source;
    const candidates = this.#candidates;
    candidates.startSearch(prepared, tolerance);
    this.#bounds.startSearch(prepared, tolerance);
    queue.clear();
    const excluded = this.#slotsOf(without);
    const sketchBound = roads && new SketchBound(prepared, tolerance, roads, this.#settings);
    while (best.length < limit && candidates.next()) {
      this.#bound(queue, excluded, fullFor);
      const minRemaining = minRemainingOrder(
        candidates.reachMs,
        this.#bounds.minScoreS,
        this.#settings,
      );
      while (best.length < limit && queue.minOrder < minRemaining) {
        const order = queue.minOrder;
        const slot = queue.take();
        if (slot < 0) {
          best.push(queue.takenItem!);
          continue;
        }
        let result: IndexResult<T> | undefined;
        if (!rides.isOnRoads(slot)) {
          rides.read(slot, this.#route, this.#settings);
          result = evaluate(this.#store.idOf(slot));
        } else if (withRoads) result = this.#boundOnRoads(slot, order, sketchBound);
        if (result === undefined || (after !== undefined && isAtOrBefore(result, after))) continue;
        queue.addItem(result.order, result);
      }
    }
    queue.clear();
    return best;
  }

  /** A ride on roads at the least order that it may have; undefined if it cannot match. */
  #boundOnRoads(
    slot: number,
    order: number,
    sketchBound: SketchBound | undefined,
  ): IndexResult<never> | undefined {
    const sketch = sketchBound && this.#sketches.of(slot);
    let least = order;
    if (sketch) {
      this.#store.source.rides.read(slot, this.#route, this.#settings);
      least = Math.max(order, sketchBound.calculate(sketch, this.#route));
    }
    if (least === Infinity) return undefined;
    return {
      order: least,
      pickupAtMs: EARLIEST_MS,
      id: this.#store.idOf(slot),
      found: undefined,
    };
  }

  #slotsOf(ids: ReadonlySet<string> | undefined): ReadonlySet<number> | undefined {
    if (!ids || ids.size === 0) return undefined;
    const slots = new Set<number>();
    for (const id of ids) {
      const slot = this.#store.slotOf(id);
      if (slot !== undefined) slots.add(slot);
    }
    return slots;
  }

  /** Adds the current candidates to the queue with their lower bounds. */
  #bound(
    queue: { addBound(order: number, slot: number): void },
    excluded: ReadonlySet<number> | undefined,
    fullFor: number | undefined,
  ): void {
    const { rides } = this.#store.source;
    const { slots, length } = this.#candidates.slots;
    for (let n = 0; n < length; n++) {
      if (excluded?.has(slots[n]!)) continue;
      if (fullFor !== undefined && !rides.hasFullLeg(slots[n]!, fullFor)) continue;
      const order = this.#bounds.calculate(slots[n]!);
      if (order < Infinity) queue.addBound(order, slots[n]!);
    }
  }
}

/** Something found, and its place in the order; for a ride on roads the best place it may have. */
interface IndexResult<T> extends MatchCursor {
  readonly found: T | undefined;
}

interface BestOptions extends FindOptions {
  readonly withRoads: boolean;
}

function toCandidate({ order, pickupAtMs, id, found }: IndexResult<unknown>): Candidate {
  return {
    order,
    pickupAtMs,
    id,
    isBound: found === undefined,
  };
}

/**
 * Lower bound for rides that are still to come: they wait at least `reachMs`, and cost at least `minScoreS` without the
 * wait.
 */
const minRemainingOrder = (
  reachMs: number,
  minScoreS: number,
  { waitWeight }: MatchSettings,
): number =>
  reachMs === Infinity ? Infinity : minScoreS + ((waitWeight * reachMs) / 1000) * (1 - ROUNDING);

// A bound and the exact value are summed in different order.
const ROUNDING = 1e-9;

/** The pickup of a ride on roads is not known, so it comes first. */
const EARLIEST_MS = -8.64e15;

/** Best first; at the same order by pickup, then by id. */
export const compareCursors = (a: MatchCursor, b: MatchCursor): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || compareIds(a.id, b.id);

const compareIds = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const isAtOrBefore = (result: MatchCursor, after: MatchCursor): boolean =>
  compareCursors(result, after) <= 0;
