import { NO_STRETCH, extraRadOf, nearMissStretch } from "./combination.ts";
import type { PreparedRide, PreparedSearch, Stretch } from "./combination.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import { DEFAULT_MATCH_SETTINGS, matchPrepared, nearMissPrepared, prepareRide, prepareSearch } from "./rule.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "./rule.ts";
import { dot } from "./sphere.ts";

/** Where a page of results ended: the next begins strictly after it. */
export interface MatchCursor {
  readonly order: number;
  readonly pickupAtMs: number;
  readonly id: string;
}

/** `accept` is asked only for what would be returned, in order: rides it refuses make place for the next. */
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

/** Holds live rides and answers who passes A then B: the same answers as asking matchRide of every one of them. */
export class CorridorIndex {
  readonly #settings: MatchSettings;
  readonly #rides = new Map<string, PreparedRide>();

  constructor(settings: MatchSettings = DEFAULT_MATCH_SETTINGS) {
    this.#settings = settings;
  }

  get size(): number {
    return this.#rides.size;
  }

  /** Adds the ride, or replaces the one with its id. @throws RangeError for a ride that cannot be measured. */
  put(ride: MatchRide): void {
    this.#rides.set(ride.id, prepareRide(ride, this.#settings));
  }

  /** Replaces the seats left on each leg; false when there is no such ride. @throws RangeError when not one per leg. */
  setSeats(id: string, seatsLeft: readonly number[]): boolean {
    const held = this.#rides.get(id);
    if (held === undefined) return false;
    if (seatsLeft.length !== held.way.legs.length)
      throw new RangeError(`ride ${id}: seatsLeft is not one number per leg`);
    this.#rides.set(id, { way: held.way, ride: { ...held.ride, seatsLeft } });
    return true;
  }

  /** False when there was no such ride. */
  remove(id: string): boolean {
    return this.#rides.delete(id);
  }

  /** The matches in order (order, then pickupAt, then id), from after the cursor, at most `limit`. */
  find(search: Search, options: FindOptions): Match[] {
    const asked = prepareSearch(search, this.#settings);
    const found: Match[] = [];
    for (const ride of this.#within(asked, NO_STRETCH)) {
      const match = matchPrepared(ride, asked, this.#settings);
      if (match !== undefined) found.push(match);
    }
    return page(found, (match) => match, options);
  }

  /** The near misses in the same order; rides that match are not among them. */
  nearMisses(search: Search, options: FindOptions): NearMiss[] {
    const asked = prepareSearch(search, this.#settings);
    const found: NearMiss[] = [];
    for (const ride of this.#within(asked, nearMissStretch(this.#settings))) {
      const miss = nearMissPrepared(ride, asked, this.#settings);
      if (miss !== undefined) found.push(miss);
    }
    return page(found, (miss) => miss.match, options);
  }

  *#within(asked: PreparedSearch, stretch: Stretch): Generator<PreparedRide> {
    for (const ride of this.#rides.values()) {
      if (canBeInTime(ride, asked, stretch) && canBeNear(ride, asked, this.#settings, stretch)) yield ride;
    }
  }
}

/** False only if no pickup of the ride can lie in the stretched window. */
const canBeInTime = ({ ride, way }: PreparedRide, { search }: PreparedSearch, stretch: Stretch): boolean => {
  // Instants are rounded to whole milliseconds, so both bounds may be up to one off.
  if (ride.departsAtMs - 1 > search.departsBeforeMs + stretch.windowMs) return false;
  const latestPickupMs = ride.departsAtMs + (way.wholeS + ride.maxDetourS * stretch.detour) * 1000;
  return latestPickupMs + 1 >= search.departsAfterMs - stretch.windowMs;
};

// The cosine's own rounding: keeps points within centimetres of the edge.
const SLACK = 1e-12;

/**
 * False only if one end is out of reach of every leg. A fetched point P of a leg of length L has d(pi,P) + d(P,pi+1)
 * at most L + extra; on the sphere its distance to the leg's middle is then at most (L + extra) / 2, as long as
 * L + extra < pi. A walker is within the walk of the leg itself. The way's circle covers every leg with half of it.
 */
const canBeNear = (
  { ride, way }: PreparedRide,
  asked: PreparedSearch,
  settings: MatchSettings,
  stretch: Stretch,
): boolean => {
  const extraRad = Math.max(0, extraRadOf(ride, settings, stretch));
  const walkRad = (asked.search.walkM * stretch.walk) / settings.walkFactor / EARTH_RADIUS_M;
  const reachRad = way.reachRad + Math.max(extraRad / 2, walkRad);
  if (reachRad >= Math.PI || way.longestRad + extraRad >= Math.PI) return true;
  const edge = Math.cos(reachRad) - SLACK;
  return dot(way.centre, asked.from) >= edge && dot(way.centre, asked.to) >= edge;
};

const page = <T>(found: T[], matchOf: (item: T) => Match, { limit, after, accept }: FindOptions): T[] => {
  const kept: T[] = [];
  found.sort((a, b) => compare(cursorOf(matchOf(a)), cursorOf(matchOf(b))));
  for (const item of found) {
    if (kept.length >= limit) break;
    const match = matchOf(item);
    if (after !== undefined && compare(cursorOf(match), after) <= 0) continue;
    if (accept === undefined || accept(match.rideId)) kept.push(item);
  }
  return kept;
};

const compare = (a: MatchCursor, b: MatchCursor): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
