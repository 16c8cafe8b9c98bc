import { BestFirst } from "./best-first.ts";
import { Candidates } from "./candidates.ts";
import { NO_STRETCH, nearMissStretch } from "./combination.ts";
import type { PreparedSearch, Stretch } from "./combination.ts";
import { HeldRides } from "./held-rides.ts";
import { LeastOrder } from "./least-order.ts";
import { DEFAULT_MATCH_SETTINGS, matchOnWay, nearMissOnWay, prepareSearch } from "./rule.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "./rule.ts";
import { Way } from "./way.ts";

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
export const cursorOf = (match: Match): MatchCursor => ({
  order: match.order,
  pickupAtMs: match.pickupAtMs,
  id: match.rideId,
});

/**
 * Holds live rides and answers who passes A then B: the same answers, in the same order, as asking matchRide of every one
 * of them. How it works, what it costs and what it holds: docs/decisions/0009-matching-index.md.
 */
export class CorridorIndex {
  readonly #settings: MatchSettings;
  readonly #held: HeldRides;
  readonly #way = new Way();

  constructor(settings: MatchSettings = DEFAULT_MATCH_SETTINGS) {
    this.#settings = settings;
    this.#held = new HeldRides(settings);
  }

  get size(): number {
    return this.#held.size;
  }

  /** Memory held, without the 16 bytes that each place takes by itself. O(cells). */
  get bytes(): number {
    return this.#held.bytes;
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
    const asked = prepareSearch(search, this.#settings);
    const look = (id: string) => matchOnWay(this.#way, id, asked, this.#settings);
    return this.#best(asked, NO_STRETCH, options, look, (match) => match);
  }

  /** The near misses in the same order; rides that match are not among them. */
  nearMisses(search: Search, options: FindOptions): NearMiss[] {
    const asked = prepareSearch(search, this.#settings);
    const look = (id: string) => nearMissOnWay(this.#way, id, asked, this.#settings);
    return this.#best(asked, nearMissStretch(this.#settings), options, look, (miss) => miss.match);
  }

  /** Looks at rides in the order of what they can be at least, until enough are better than whatever is left. */
  #best<T>(
    asked: PreparedSearch,
    stretch: Stretch,
    { limit, after, accept }: FindOptions,
    look: (rideId: string) => T | undefined,
    matchOf: (item: T) => Match,
  ): T[] {
    const found: T[] = [];
    const { source } = this.#held;
    const settings = this.#settings;
    const candidates = new Candidates(source, asked, { settings, stretch, asking: this.#held.nextAsking() });
    const bounds = new LeastOrder(source.rides, asked, settings, stretch);
    const queue = new BestFirst<T>((a, b) => compare(matchOf(a), matchOf(b)));
    while (found.length < limit && candidates.next()) {
      for (let n = 0; n < candidates.slots.length; n++) {
        const order = bounds.of(candidates.slots.slots[n]!);
        if (order < Infinity) queue.addBound(order, candidates.slots.slots[n]!);
      }
      const restFrom = (settings.waitWeight * candidates.reachMs) / 1000;
      const until = candidates.reachMs === Infinity ? Infinity : restFrom * (1 - ROUNDING);
      while (found.length < limit && queue.least < until) {
        const slot = queue.take();
        if (slot >= 0) {
          source.rides.read(slot, this.#way, settings);
          const item = look(this.#held.idOf(slot));
          if (item === undefined || (after !== undefined && isUpTo(matchOf(item), after))) continue;
          queue.addThing(matchOf(item).order, item);
        } else if (accept === undefined || accept(matchOf(queue.taken!).rideId)) found.push(queue.taken!);
      }
    }
    return found;
  }
}

// A bound and what it bounds are summed in another order.
const ROUNDING = 1e-9;

const compare = (a: Match, b: Match): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : a.rideId > b.rideId ? 1 : 0);

const isUpTo = (match: Match, { order, pickupAtMs, id }: MatchCursor): boolean =>
  (match.order - order || match.pickupAtMs - pickupAtMs || (match.rideId <= id ? 0 : 1)) <= 0;
