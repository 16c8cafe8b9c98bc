import type { CellTimetable } from "./cell-timetable.ts";
import { secondOf } from "./cell-timetable.ts";
import type { PreparedSearch, Stretch } from "./combination.ts";
import type { CorridorCells } from "./corridor-cells.ts";
import { SlotList } from "./entry-blocks.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { MatchSettings } from "./model.ts";
import { RIDE_MASK } from "./ride-pages.ts";
import type { RidePages } from "./ride-pages.ts";
import { preferredMs } from "./rule.ts";

/** How far from the preferred instant the first stretch of time goes; each following goes twice as far. */
const FIRST_REACH_MS = 3_600_000;
const LISTED = new SlotList();

/** What candidates are drawn from. */
export interface CandidateSource {
  readonly rides: RidePages;
  readonly cells: CorridorCells;
  readonly timetable: CellTimetable;
  /** Entries at each level of cells: where there are none, nobody looks. */
  readonly entriesAt: Uint32Array;
}

/**
 * The rides that may match, in stretches of time around the preferred instant: each ride once, in the first stretch in
 * which it may pick somebody up near A, and only if it touches a region of B.
 */
export class Candidates {
  /** The slots of the stretch, to be read before the next one is asked for. */
  readonly slots: SlotList = new SlotList();
  /** No ride that is still to come picks up nearer than this to the preferred instant; Infinity after the last stretch. */
  reachMs = 0;
  readonly #source: CandidateSource;
  /** The number of this search, which marks the rides it has seen. */
  readonly #asking: number;
  readonly #cellIds: number[] = [];
  readonly #regionsLow: number;
  readonly #regionsHigh: number;
  readonly #firstMs: number;
  readonly #lastMs: number;
  readonly #preferredMs: number;
  #doneFromMs = NaN;
  #doneToMs = NaN;

  constructor(
    source: CandidateSource,
    { search, from, to }: PreparedSearch,
    { settings, stretch, asking }: { settings: MatchSettings; stretch: Stretch; asking: number },
  ) {
    this.#source = source;
    this.#asking = asking;
    const walkRad = (search.walkM * stretch.walk) / settings.walkFactor / EARTH_RADIUS_M;
    for (let level = 0; level < source.entriesAt.length; level++) {
      if (source.entriesAt[level]! > 0) this.#cellIds.push(...source.cells.cellsAround(from, walkRad, level));
    }
    const { low, high } = source.cells.regionsAround(to, walkRad);
    this.#regionsLow = low;
    this.#regionsHigh = high;
    this.#firstMs = search.departsAfterMs - stretch.windowMs;
    this.#lastMs = search.departsBeforeMs + stretch.windowMs;
    this.#preferredMs = preferredMs(search);
    // Where the window lies elsewhere, the first stretch begins with it.
    this.reachMs = Math.max(0, this.#firstMs - this.#preferredMs, this.#preferredMs - this.#lastMs);
  }

  /** Writes the next stretch; false when there is none. */
  next(): boolean {
    this.slots.length = 0;
    if (this.reachMs === Infinity) return false;
    this.reachMs = Math.max(FIRST_REACH_MS, 2 * this.reachMs);
    const fromMs = Math.max(this.#firstMs, this.#preferredMs - this.reachMs);
    const toMs = Math.min(this.#lastMs, this.#preferredMs + this.reachMs);
    for (const cellId of this.#cellIds) this.#list(cellId, fromMs, toMs);
    this.#doneFromMs = fromMs;
    this.#doneToMs = toMs;
    if (fromMs === this.#firstMs && toMs === this.#lastMs) this.reachMs = Infinity;
    return true;
  }

  /** Lists what may pick up in this time and was not yet listed. An entry counts by its beginning, up to a span earlier. */
  #list(cellId: number, fromMs: number, toMs: number): void {
    const { timetable } = this.#source;
    const spanMs = (timetable.spanOf(cellId) + 1) * 1000;
    LISTED.length = 0;
    if (Number.isNaN(this.#doneFromMs)) timetable.list(cellId, secondOf(fromMs - spanMs), secondOf(toMs), LISTED);
    else {
      if (fromMs < this.#doneFromMs) {
        timetable.list(cellId, secondOf(fromMs - spanMs), secondOf(this.#doneFromMs - spanMs), LISTED);
      }
      if (toMs > this.#doneToMs) timetable.list(cellId, secondOf(this.#doneToMs), secondOf(toMs), LISTED);
    }
    this.#keepNew();
  }

  #keepNew(): void {
    const { rides } = this.#source;
    this.slots.reserve(LISTED.length);
    for (let n = 0; n < LISTED.length; n++) {
      const slot = LISTED.slots[n]!;
      const page = rides.pageOf(slot);
      const at = slot & RIDE_MASK;
      const shared = (page.regionsLow[at]! & this.#regionsLow) | (page.regionsHigh[at]! & this.#regionsHigh);
      if (shared === 0 || page.askedBy[at] === this.#asking) continue;
      page.askedBy[at] = this.#asking;
      this.slots.slots[this.slots.length++] = slot;
    }
  }
}
