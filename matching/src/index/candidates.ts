import { secondOf } from "./cell-timetable.ts";
import type { CellTimetable } from "./cell-timetable.ts";
import type { PreparedSearch, LimitTolerance } from "../rule/best-combination.ts";
import { LEVEL_COUNT, findCellsAround, laterBitsAround } from "./cell-levels.ts";
import { SlotList } from "./entry-blocks.ts";
import type { EntryFilter } from "./entry-blocks.ts";
import { EARTH_RADIUS_M } from "../geo.ts";
import type { MatchSettings } from "../model.ts";
import { REGION_WORDS, findRegionsAround } from "./regions.ts";
import { GLANCE, RIDE_MASK } from "../storage/ride-pages.ts";
import type { RidePages } from "../storage/ride-pages.ts";

/** First widening of the time range around the preferred instant. Later ranges grow by a quarter. */
const MIN_STEP_MS = 3_600_000;
const STEP = 0.25;
const LISTED_SLOTS = new SlotList();

/** Data that candidates are drawn from. */
export interface CandidateSource {
  readonly rides: RidePages;
  readonly timetable: CellTimetable;
  /** Number of entries at each level of cells. Empty levels are skipped. */
  readonly entryCounts: Uint32Array;
}

/**
 * Lists the rides that may match, in growing time ranges around the preferred instant. Each ride is listed once, in the
 * first range in which it may pick up near A, and only if it touches a region of B.
 */
export class Candidates {
  /** The slots of the current range. Read them before calling `next` again. */
  readonly slots: SlotList = new SlotList();
  /** Rides still to come pick up no nearer than this to the preferred instant; Infinity after the last range. */
  reachMs = 0;
  /** Meaningless sum. It only makes the reads of many sketches happen together before they are read one by one. */
  prefetchSum = 0;
  readonly #source: CandidateSource;
  readonly #settings: MatchSettings;
  /** Number of this search. Marks the rides it has seen. */
  #searchNumber = 0;
  /** Pairs of a cell and its parts that are near A. */
  readonly #cells: number[] = [];
  readonly #regions: Uint32Array = new Uint32Array(REGION_WORDS);
  #firstMs = 0;
  #lastMs = 0;
  /** True if the search has a preferred instant. Otherwise the whole window is one range. */
  #isWanted = false;
  #preferredMs = 0;
  readonly #filter: EntryFilter = {
    fromS: 0,
    toS: 0,
    untilS: 0,
    parts: 0,
    later: 0,
  };
  #doneFromMs = NaN;
  #doneToMs = NaN;

  constructor(source: CandidateSource, settings: MatchSettings) {
    this.#source = source;
    this.#settings = settings;
  }

  /** Begins a search. */
  startSearch({ search, from, to }: PreparedSearch, tolerance: LimitTolerance): void {
    if (this.#searchNumber === 0xffff_ffff) {
      this.#source.rides.resetSearchMarks();
      this.#searchNumber = 0;
    }
    this.#searchNumber++;
    this.#cells.length = 0;
    // A path on a known road may be as short as the great circle.
    const hasRoads = this.#source.rides.onRoads > 0;
    const walkRad =
      (search.walkM * tolerance.walk) / (hasRoads ? 1 : this.#settings.walkFactor) / EARTH_RADIUS_M;
    for (let level = 0; level < LEVEL_COUNT; level++) {
      if (this.#source.entryCounts[level]! > 0) findCellsAround(from, walkRad, level, this.#cells);
    }
    findRegionsAround(to, walkRad, this.#regions);
    this.#filter.later = laterBitsAround(to, walkRad);
    this.#firstMs = search.departsAfterMs - tolerance.windowMs;
    this.#lastMs = search.departsBeforeMs + tolerance.windowMs;
    this.#isWanted = search.atMs !== undefined;
    this.#preferredMs = search.atMs ?? search.departsAfterMs;
    this.#doneFromMs = NaN;
    this.#doneToMs = NaN;
    // If the preferred instant is outside the window, the first range begins at the window.
    this.reachMs = Math.max(0, this.#firstMs - this.#preferredMs, this.#preferredMs - this.#lastMs);
  }

  /** Writes the next range to `slots`. Returns false if there is none. */
  next(): boolean {
    this.slots.length = 0;
    if (this.reachMs === Infinity) return false;
    this.reachMs += this.#isWanted ? Math.max(MIN_STEP_MS, STEP * this.reachMs) : Infinity;
    const fromMs = Math.max(this.#firstMs, this.#preferredMs - this.reachMs);
    const toMs = Math.min(this.#lastMs, this.#preferredMs + this.reachMs);
    for (let n = 0; n < this.#cells.length; n += 2) {
      this.#filter.parts = this.#cells[n + 1]!;
      this.#list(this.#cells[n]!, fromMs, toMs);
    }
    this.#doneFromMs = fromMs;
    this.#doneToMs = toMs;
    if (fromMs === this.#firstMs && toMs === this.#lastMs) this.reachMs = Infinity;
    return true;
  }

  /**
   * Lists rides that may pick up in this time and were not listed yet. An entry begins up to its span before its last
   * pickup.
   */
  #list(cellId: number, fromMs: number, toMs: number): void {
    LISTED_SLOTS.length = 0;
    const isFirst = Number.isNaN(this.#doneFromMs);
    if (isFirst || fromMs < this.#doneFromMs) {
      const spanMs = (this.#source.timetable.longestSpan(cellId) + 1) * 1000;
      this.#listBegun(cellId, fromMs - spanMs, isFirst ? toMs : this.#doneFromMs, fromMs);
    }
    // Entries that began before the end of the last range were listed with that range.
    if (!isFirst && toMs > this.#doneToMs)
      this.#listBegun(cellId, this.#doneToMs, toMs, this.#doneToMs);
    this.#keepNew();
  }

  #listBegun(cellId: number, fromMs: number, toMs: number, untilMs: number): void {
    const filter = this.#filter;
    filter.fromS = secondOf(fromMs);
    filter.toS = secondOf(toMs);
    filter.untilS = secondOf(untilMs);
    this.#source.timetable.list(cellId, filter, LISTED_SLOTS);
  }

  /**
   * Keeps rides that touch a region of B and were not seen yet. The CPU can overlap many memory reads if no branch
   * depends on them, so these loops read without branches first and decide when the data is in the cache.
   */
  #keepNew(): void {
    const { rides } = this.#source;
    const { slots } = LISTED_SLOTS;
    const a = this.#regions[0]!;
    const b = this.#regions[1]!;
    const c = this.#regions[2]!;
    const d = this.#regions[3]!;
    let keptCount = 0;
    for (let n = 0; n < LISTED_SLOTS.length; n++) {
      const slot = slots[n]!;
      const { glances } = rides.pageOf(slot);
      const at = (slot & RIDE_MASK) * GLANCE.stride;
      const shared =
        (glances[at]! & a) |
        (glances[at + 1]! & b) |
        (glances[at + 2]! & c) |
        (glances[at + 3]! & d);
      slots[keptCount] = slot;
      // 1 unless `shared` is 0.
      keptCount += (shared | -shared) >>> 31;
    }
    this.slots.reserve(keptCount);
    const first = this.slots.length;
    for (let n = 0; n < keptCount; n++) {
      const slot = slots[n]!;
      const { glances } = rides.pageOf(slot);
      const at = (slot & RIDE_MASK) * GLANCE.stride + GLANCE.lastSearch;
      if (glances[at] === this.#searchNumber) continue;
      glances[at] = this.#searchNumber;
      this.slots.slots[this.slots.length++] = slot;
    }
    this.prefetchSum = 0;
    for (let n = first; n < this.slots.length; n++)
      this.prefetchSum += rides.prefetch(this.slots.slots[n]!);
  }
}
