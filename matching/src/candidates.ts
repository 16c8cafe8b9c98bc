import { secondOf } from "./cell-timetable.ts";
import type { CellTimetable } from "./cell-timetable.ts";
import type { PreparedSearch, Stretch } from "./combination.ts";
import { LEVEL_COUNT, findCellsAround, laterAround } from "./corridor-cells.ts";
import { SlotList } from "./entry-blocks.ts";
import type { Wanted } from "./entry-blocks.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { MatchSettings } from "./model.ts";
import { REGION_WORDS, findRegionsAround } from "./regions.ts";
import { RIDE_MASK, U32 } from "./ride-pages.ts";
import type { RidePages } from "./ride-pages.ts";
import { preferredMs } from "./rule.ts";

/** By how much a stretch of time goes farther from the preferred instant than the one before: an hour, later a quarter. */
const LEAST_STEP_MS = 3_600_000;
const STEP = 0.25;
const LISTED = new SlotList();

/** What candidates are drawn from. */
export interface CandidateSource {
  readonly rides: RidePages;
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
  /** Means nothing, but that something was read. */
  fetched = 0;
  readonly #source: CandidateSource;
  readonly #settings: MatchSettings;
  /** The number of this search, which marks the rides it has seen. */
  #asking = 0;
  /** Pairs of a cell and the parts of it that are near A. */
  readonly #cells: number[] = [];
  readonly #regions: Uint32Array = new Uint32Array(REGION_WORDS);
  #firstMs = 0;
  #lastMs = 0;
  #preferredMs = 0;
  readonly #wanted: Wanted = { fromS: 0, toS: 0, untilS: 0, parts: 0, later: 0 };
  #doneFromMs = NaN;
  #doneToMs = NaN;

  constructor(source: CandidateSource, settings: MatchSettings) {
    this.#source = source;
    this.#settings = settings;
  }

  /** Begins a search. */
  ask({ search, from, to }: PreparedSearch, stretch: Stretch): void {
    if (this.#asking === 0xffff_ffff) {
      this.#source.rides.forgetAskings();
      this.#asking = 0;
    }
    this.#asking++;
    this.#cells.length = 0;
    const walkRad = (search.walkM * stretch.walk) / this.#settings.walkFactor / EARTH_RADIUS_M;
    for (let level = 0; level < LEVEL_COUNT; level++) {
      if (this.#source.entriesAt[level]! > 0) findCellsAround(from, walkRad, level, this.#cells);
    }
    findRegionsAround(to, walkRad, this.#regions);
    this.#wanted.later = laterAround(to, walkRad);
    this.#firstMs = search.departsAfterMs - stretch.windowMs;
    this.#lastMs = search.departsBeforeMs + stretch.windowMs;
    this.#preferredMs = preferredMs(search);
    this.#doneFromMs = NaN;
    this.#doneToMs = NaN;
    // Where the window lies elsewhere, the first stretch begins with it.
    this.reachMs = Math.max(0, this.#firstMs - this.#preferredMs, this.#preferredMs - this.#lastMs);
  }

  /** Writes the next stretch; false when there is none. */
  next(): boolean {
    this.slots.length = 0;
    if (this.reachMs === Infinity) return false;
    this.reachMs += Math.max(LEAST_STEP_MS, STEP * this.reachMs);
    const fromMs = Math.max(this.#firstMs, this.#preferredMs - this.reachMs);
    const toMs = Math.min(this.#lastMs, this.#preferredMs + this.reachMs);
    for (let n = 0; n < this.#cells.length; n += 2) {
      this.#wanted.parts = this.#cells[n + 1]!;
      this.#list(this.#cells[n]!, fromMs, toMs);
    }
    this.#doneFromMs = fromMs;
    this.#doneToMs = toMs;
    if (fromMs === this.#firstMs && toMs === this.#lastMs) this.reachMs = Infinity;
    return true;
  }

  /** Lists what may pick up in this time and was not yet listed. */
  #list(cellId: number, fromMs: number, toMs: number): void {
    LISTED.length = 0;
    const isFirst = Number.isNaN(this.#doneFromMs);
    if (isFirst || fromMs < this.#doneFromMs) this.#listBetween(cellId, fromMs, isFirst ? toMs : this.#doneFromMs);
    if (!isFirst && toMs > this.#doneToMs) this.#listBetween(cellId, this.#doneToMs, toMs);
    this.#keepNew();
  }

  /** An entry begins up to its span before a pickup that it stands for. */
  #listBetween(cellId: number, fromMs: number, toMs: number): void {
    const { timetable } = this.#source;
    const wanted = this.#wanted;
    wanted.fromS = secondOf(fromMs - (timetable.spanOf(cellId) + 1) * 1000);
    wanted.toS = secondOf(toMs);
    wanted.untilS = secondOf(fromMs);
    timetable.list(cellId, wanted, LISTED);
  }

  #keepNew(): void {
    const { rides } = this.#source;
    const { slots } = LISTED;
    const a = this.#regions[0]!;
    const b = this.#regions[1]!;
    const c = this.#regions[2]!;
    const d = this.#regions[3]!;
    let fetched = 0;
    this.slots.reserve(LISTED.length);
    for (let n = 0; n < LISTED.length; n++) {
      const slot = slots[n]!;
      const { u32 } = rides.pageOf(slot);
      const at = (slot & RIDE_MASK) * U32.stride;
      const region = at + U32.regions;
      const shared = (u32[region]! & a) | (u32[region + 1]! & b) | (u32[region + 2]! & c) | (u32[region + 3]! & d);
      if (shared === 0 || u32[at + U32.askedBy] === this.#asking) continue;
      u32[at + U32.askedBy] = this.#asking;
      this.slots.slots[this.slots.length++] = slot;
      // Asked for here, many at once, the sketches are in the processor's cache when they are read one by one.
      fetched += rides.points.firstOf(u32[at + U32.pointAt]!);
    }
    this.fetched = fetched;
  }
}
