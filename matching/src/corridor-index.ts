import { BoundedPriorityQueue } from "./index/priority-queue.ts";
import { Candidates } from "./index/candidates.ts";
import { NO_TOLERANCE, nearMissTolerance } from "./rule/best-combination.ts";
import type { PreparedSearch, LimitTolerance } from "./rule/best-combination.ts";
import { RideStore } from "./storage/ride-store.ts";
import { ScoreLowerBound } from "./index/score-lower-bound.ts";
import { DEFAULT_MATCH_SETTINGS, matchRoute, findNearMissOfRoute, prepareSearch } from "./rule.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "./rule.ts";
import type { IndexSnapshot } from "./storage/snapshot.ts";
import { Route } from "./rule/route.ts";

/** Where a page of results ended: the next begins strictly after it. */
export interface MatchCursor {
  readonly order: number;
  readonly pickupAtMs: number;
  readonly id: string;
}

/**
 * `accept` is asked only for what would be returned, in order: rides it refuses make place for the next. It must not ask
 * or change the index.
 */
export interface FindOptions {
  readonly limit: number;
  readonly after?: MatchCursor | undefined;
  readonly accept?: ((rideId: string) => boolean) | undefined;
}

/** The cursor of a result: pass the last one's to get what follows it. */
export const toMatchCursor = (match: Match): MatchCursor => ({
  order: match.order,
  pickupAtMs: match.pickupAtMs,
  id: match.rideId,
});

/**
 * Holds live rides and answers who passes A then B: the same answers, in the same order, as asking matchRide of every one
 * of them. How it works, what it costs and what it holds: docs/decisions/0011-matching-index.md.
 */
export class CorridorIndex {
  readonly #settings: MatchSettings;
  readonly #held: RideStore;
  // Used by one search after the other, so that a search makes nothing but its results.
  readonly #way = new Route();
  readonly #candidates: Candidates;
  readonly #bounds: ScoreLowerBound;
  readonly #matches = new BoundedPriorityQueue<WithMatch>(compareResults);
  readonly #misses = new BoundedPriorityQueue<NearMiss>(compareResults);

  constructor(settings: MatchSettings = DEFAULT_MATCH_SETTINGS) {
    this.#settings = settings;
    this.#held = new RideStore(settings);
    this.#candidates = new Candidates(this.#held.source, settings);
    this.#bounds = new ScoreLowerBound(this.#held.source.rides, settings);
  }

  get size(): number {
    return this.#held.size;
  }

  /** Memory held, without the 16 bytes that each place takes by itself. O(cells). */
  get bytes(): number {
    return this.#held.bytes;
  }

  /** An index as it was when the snapshot was made. @throws RangeError when that was under other settings. */
  static restore(snapshot: IndexSnapshot, settings: MatchSettings = DEFAULT_MATCH_SETTINGS): CorridorIndex {
    const steps = CorridorIndex.restoring(snapshot, settings);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** The same in steps of a few milliseconds, between which others may have their turn. The index is there after the last. */
  static *restoring(
    snapshot: IndexSnapshot,
    settings: MatchSettings = DEFAULT_MATCH_SETTINGS,
  ): Generator<undefined, CorridorIndex> {
    const index = new CorridorIndex(settings);
    yield* index.#held.restoring(snapshot);
    return index;
  }

  /** Everything it holds, to be written somewhere before it changes. O(pages), nothing is copied. */
  snapshot(): IndexSnapshot {
    return this.#held.snapshot();
  }

  /** Adds the ride, or replaces the one with its id. @throws RangeError for a ride that cannot be measured or held. */
  put(ride: MatchRide): void {
    this.#held.put(ride);
  }

  /** Replaces the seats left on each leg; false when there is no such ride. @throws RangeError when not one per leg. */
  setSeats(id: string, seatsLeft: readonly number[]): boolean {
    return this.#held.setSeats(id, seatsLeft);
  }

  /** Moves a ride in time; false when there is no such ride. @throws RangeError for an instant that is not a number. */
  setDeparture(id: string, departsAtMs: number): boolean {
    return this.#held.setDeparture(id, departsAtMs);
  }

  /** False when there was no such ride. */
  remove(id: string): boolean {
    return this.#held.remove(id);
  }

  /**
   * The matches in order (order, then pickupAt, then id), from after the cursor, at most `limit`. About O(rides that come
   * by A in the time that has to be looked at + matches looked at x points); see the page named above.
   */
  find(search: Search, options: FindOptions): Match[] {
    const prepared = prepareSearch(search, this.#settings);
    const evaluate = (id: string) => {
      const match = matchRoute(this.#way, id, prepared, this.#settings);
      return match && { match };
    };
    return this.#best(prepared, NO_TOLERANCE, options, this.#matches, evaluate).map(({ match }) => match);
  }

  /** The near misses in the same order; rides that match are not among them. */
  nearMisses(search: Search, options: FindOptions): NearMiss[] {
    const prepared = prepareSearch(search, this.#settings);
    const evaluate = (id: string) => findNearMissOfRoute(this.#way, id, prepared, this.#settings);
    return this.#best(prepared, nearMissTolerance(this.#settings), options, this.#misses, evaluate);
  }

  /** Looks at rides in the order of what they can be at least, until enough are better than whatever is left. */
  #best<T extends WithMatch>(
    prepared: PreparedSearch,
    tolerance: LimitTolerance,
    { limit, after, accept }: FindOptions,
    queue: BoundedPriorityQueue<T>,
    evaluate: (rideId: string) => T | undefined,
  ): T[] {
    const best: T[] = [];
    const candidates = this.#candidates;
    candidates.startSearch(prepared, tolerance);
    this.#bounds.startSearch(prepared, tolerance);
    queue.clear();
    while (best.length < limit && candidates.next()) {
      this.#bound(queue);
      const minRemaining = minRemainingOrder(candidates.reachMs, this.#bounds.leastS, this.#settings);
      while (best.length < limit && queue.least < minRemaining) {
        const slot = queue.take();
        if (slot >= 0) {
          this.#held.source.rides.read(slot, this.#way, this.#settings);
          const found = evaluate(this.#held.idOf(slot));
          if (found === undefined || (after !== undefined && isAtOrBefore(found.match, after))) continue;
          queue.addItem(found.match.order, found);
        } else if (accept === undefined || accept(queue.takenItem!.match.rideId)) best.push(queue.takenItem!);
      }
    }
    queue.clear();
    return best;
  }

  /** Puts the candidates at hand into the queue with their bounds. */
  #bound(queue: { addBound(order: number, slot: number): void }): void {
    const { slots, length } = this.#candidates.slots;
    for (let n = 0; n < length; n++) {
      const order = this.#bounds.calculate(slots[n]!);
      if (order < Infinity) queue.addBound(order, slots[n]!);
    }
  }
}

interface WithMatch {
  readonly match: Match;
}

/** The least order of what waits for at least so long, and without waiting has at least this one. */
const minRemainingOrder = (reachMs: number, leastS: number, { waitWeight }: MatchSettings): number =>
  reachMs === Infinity ? Infinity : leastS + ((waitWeight * reachMs) / 1000) * (1 - ROUNDING);

// A bound and what it bounds are summed in another order.
const ROUNDING = 1e-9;

const compareResults = ({ match: a }: WithMatch, { match: b }: WithMatch): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : a.rideId > b.rideId ? 1 : 0);

const isAtOrBefore = (match: Match, { order, pickupAtMs, id }: MatchCursor): boolean =>
  (match.order - order || match.pickupAtMs - pickupAtMs || (match.rideId <= id ? 0 : 1)) <= 0;
