import type { MatchSettings, Match } from "../model.ts";
import type { RoadLookup } from "../roads/road-ride.ts";
import type { RouteSketches } from "../roads/route-sketch.ts";
import { SketchBound } from "../roads/sketch-bound.ts";
import type { ReachableStops } from "../roads/sketch-bound.ts";
import type { LimitTolerance, PreparedSearch } from "../rule/best-combination.ts";
import { Route } from "../rule/route.ts";
import type { RideStore } from "../storage/ride-store.ts";
import { Candidates } from "./candidates.ts";
import type { BoundedPriorityQueue } from "./priority-queue.ts";
import { ScoreLowerBound } from "./score-lower-bound.ts";

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
  /** Where people on foot meet rides on roads; anywhere if omitted. Only used with `roads`. */
  readonly stops?: ReachableStops | undefined;
}

/** Something found, and its place in the order; for a ride on roads the best place it may have. */
export interface IndexResult<T> extends MatchCursor {
  readonly found: T | undefined;
}

export interface BestFirstOptions extends FindOptions {
  readonly withRoads: boolean;
}

/** Finds the best rides of an index. Its columns are used again by every search. */
export class BestFirstSearch {
  readonly #store: RideStore;
  readonly #sketches: RouteSketches;
  readonly #settings: MatchSettings;
  readonly #route = new Route();
  readonly #candidates: Candidates;
  readonly #bounds: ScoreLowerBound;

  constructor(store: RideStore, sketches: RouteSketches, settings: MatchSettings) {
    this.#store = store;
    this.#sketches = sketches;
    this.#settings = settings;
    this.#candidates = new Candidates(store.source, settings);
    this.#bounds = new ScoreLowerBound(store.source.rides, settings);
  }

  /** Examines rides by increasing lower bound until enough results are better than every remaining bound. */
  find<T>(
    prepared: PreparedSearch,
    tolerance: LimitTolerance,
    { limit, after, fullFor, without, roads, stops, withRoads }: BestFirstOptions,
    queue: BoundedPriorityQueue<IndexResult<T>>,
    evaluate: (route: Route, rideId: string) => IndexResult<T> | undefined,
  ): IndexResult<T>[] {
    const best: IndexResult<T>[] = [];
    const { rides } = this.#store.source;
    const candidates = this.#candidates;
    candidates.startSearch(prepared, tolerance);
    this.#bounds.startSearch(prepared, tolerance);
    queue.clear();
    const excluded = this.#slotsOf(without);
    const sketchBound =
      roads && new SketchBound(prepared, tolerance, { roads, stops }, this.#settings);
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
          result = evaluate(this.#route, this.#store.idOf(slot));
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

/** The cursor of a result. Pass that of the last result to get the next page. */
export const toMatchCursor = (match: Match): MatchCursor => ({
  order: match.order,
  pickupAtMs: match.pickupAtMs,
  id: match.rideId,
});

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
