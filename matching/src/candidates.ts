import { secondOf } from "./cell-timetable.ts";
import type { CellTimetable } from "./cell-timetable.ts";
import type { PreparedSearch, Stretch } from "./combination.ts";
import { LEVEL_COUNT, cellsAround } from "./corridor-cells.ts";
import { SlotList } from "./entry-blocks.ts";
import type { Wanted } from "./entry-blocks.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { MatchSettings } from "./model.ts";
import { regionsAround } from "./regions.ts";
import { RIDE_MASK, U32 } from "./ride-pages.ts";
import type { RidePages } from "./ride-pages.ts";
import { preferredMs } from "./rule.ts";

/** How far from the preferred instant the first stretch of time goes; each following goes twice as far. */
const FIRST_REACH_MS = 3_600_000;
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
  readonly #source: CandidateSource;
  /** The number of this search, which marks the rides it has seen. */
  readonly #asking: number;
  /** Pairs of a cell and the parts of it that are near A. */
  readonly #cells: number[] = [];
  readonly #regions: Uint32Array;
  readonly #firstMs: number;
  readonly #lastMs: number;
  readonly #preferredMs: number;
  readonly #wanted: Wanted = { fromS: 0, toS: 0, untilS: 0, parts: 0 };
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
    for (let level = 0; level < LEVEL_COUNT; level++) {
      if (source.entriesAt[level]! === 0) continue;
      cellsAround(from, walkRad, level, (cellId, parts) => this.#cells.push(cellId, parts));
    }
    this.#regions = regionsAround(to, walkRad);
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
    const [a, b, c, d] = [this.#regions[0]!, this.#regions[1]!, this.#regions[2]!, this.#regions[3]!];
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
    }
  }
}
