import type { CandidateSource } from "./candidates.ts";
import { CellTimetable, secondOf } from "./cell-timetable.ts";
import { LEVEL_COUNT } from "./cell-levels.ts";
import { CorridorCells } from "./corridor-cells.ts";
import type { CellVisit } from "./corridor-cells.ts";
import { entryOf } from "./entry-blocks.ts";
import type { MatchRide, MatchSettings } from "./model.ts";
import { PointPage, mustBeSeats } from "./point-pages.ts";
import { RideIds } from "./ride-ids.ts";
import { RidePage, RidePages } from "./ride-pages.ts";
import { RoadPage } from "./road-pages.ts";
import { mustFit } from "./snapshot.ts";
import type { IndexSnapshot } from "./snapshot.ts";
import { SPAN_PAGE } from "./spans.ts";
import { Way, readRide } from "./way.ts";

/** A ride's points lie on one page. */
const MOST_POINTS = SPAN_PAGE - 1;
/** Rides taken up at once from a snapshot: a millisecond or two. */
const STEP_RIDES = 2_048;

/** Rides, and where and when they can be met: kept together through every change. */
export class HeldRides {
  readonly source: CandidateSource;
  readonly #settings: MatchSettings;
  readonly #rides = new RidePages();
  readonly #ids = new RideIds(this.#rides);
  readonly #cells: CorridorCells;
  readonly #timetable = new CellTimetable();
  readonly #entriesAt: Uint32Array;
  readonly #way = new Way();
  #size = 0;

  constructor(settings: MatchSettings) {
    this.#settings = settings;
    this.#cells = new CorridorCells(settings);
    this.#entriesAt = new Uint32Array(LEVEL_COUNT);
    this.source = { rides: this.#rides, timetable: this.#timetable, entriesAt: this.#entriesAt };
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#rides.bytes + this.#ids.bytes + this.#timetable.bytes;
  }

  /** Adds or replaces. O(cells passed x log of the rides in them). @throws RangeError, and then nothing has changed. */
  put(ride: MatchRide): void {
    mustBeSeats(ride.id, ride.seatsLeft);
    if (ride.points.length > MOST_POINTS) throw new RangeError(`ride ${ride.id}: at most ${MOST_POINTS} points`);
    readRide(this.#way, ride, this.#settings);
    const held = this.#ids.find(ride.id);
    if (held >= 0) {
      if (this.#rides.isAt(held, this.#way, ride.legs !== undefined)) {
        this.#rides.setSeats(held, ride.seatsLeft);
        return;
      }
      this.#drop(ride.id, held);
      readRide(this.#way, ride, this.#settings);
    }
    const slot = this.#rides.add(this.#way, ride.legs !== undefined);
    this.#ids.add(ride.id, slot);
    this.#enter(slot);
    this.#size++;
  }

  remove(id: string): boolean {
    const slot = this.#ids.find(id);
    if (slot < 0) return false;
    this.#drop(id, slot);
    return true;
  }

  /** O(legs). */
  setSeats(id: string, seatsLeft: readonly number[]): boolean {
    const slot = this.#ids.find(id);
    if (slot < 0) return false;
    if (seatsLeft.length !== this.#rides.pointsOf(slot) - 1) {
      throw new RangeError(`ride ${id}: seatsLeft is not one number per leg`);
    }
    mustBeSeats(id, seatsLeft);
    this.#rides.setSeats(slot, seatsLeft);
    return true;
  }

  /** As put. */
  setDeparture(id: string, departsAtMs: number): boolean {
    const slot = this.#ids.find(id);
    if (slot < 0) return false;
    if (!Number.isFinite(departsAtMs)) throw new RangeError(`ride ${id}: not a number`);
    this.#leave(slot);
    this.#rides.setDeparture(slot, departsAtMs);
    this.#way.departsAtMs = departsAtMs;
    this.#enterVisits(slot);
    return true;
  }

  idOf(slot: number): string {
    return this.#ids.idOf(slot);
  }

  snapshot(): IndexSnapshot {
    const rides = this.#rides;
    const { points } = rides;
    const { blocks } = this.#timetable;
    return {
      head: {
        version: 1,
        settings: this.#settings,
        rides: { pages: rides.pages.length, made: rides.made, free: rides.free },
        points: points.spans.head(),
        roads: points.roads.spans.head(),
        blocks: { pages: blocks.pages.length, made: blocks.made, free: blocks.free },
        entriesAt: [...this.#entriesAt],
        otherIds: this.#ids.others(),
      },
      buffers: [
        ...[...rides.pages, ...points.pages, ...points.roads.pages].map(({ buffer }) => buffer),
        ...[...blocks.pages, ...blocks.counts].map(({ buffer }) => buffer),
        Float64Array.from(this.#timetable.directory()).buffer,
      ],
    };
  }

  /** For one that holds nothing, in steps. O(rides), nearly all of it for their ids. @throws RangeError when made by other rules. */
  *restoring({ head, buffers }: IndexSnapshot): Generator<undefined, void> {
    mustFit(head, this.#settings);
    const rides = this.#rides;
    const { points } = rides;
    const { blocks } = this.#timetable;
    let at = 0;
    const next = (count: number) => buffers.slice(at, (at += count));
    rides.pages.push(...next(head.rides.pages).map((buffer) => new RidePage(buffer)));
    points.pages.push(...next(head.points.pages).map((buffer) => new PointPage(buffer)));
    points.roads.pages.push(...next(head.roads.pages).map((buffer) => new RoadPage(buffer)));
    blocks.pages.push(...next(head.blocks.pages).map((buffer) => new Uint32Array(buffer)));
    blocks.counts.push(...next(head.blocks.pages).map((buffer) => new Uint8Array(buffer)));
    rides.made = head.rides.made;
    for (const slot of head.rides.free) rides.free.push(slot);
    points.spans.restore(head.points);
    points.roads.spans.restore(head.roads);
    blocks.made = head.blocks.made;
    for (const block of head.blocks.free) blocks.free.push(block);
    this.#entriesAt.set(head.entriesAt);
    yield* this.#timetable.restoring(new Float64Array(next(1)[0] ?? new ArrayBuffer(0)));
    yield* this.#restoringIds(new Map(head.otherIds.map(([id, slot]) => [slot, id])));
  }

  *#restoringIds(others: ReadonlyMap<number, string>): Generator<undefined, void> {
    yield* this.#rides.forgettingAskings();
    this.#ids.reserve(this.#rides.made - this.#rides.free.length);
    for (let slot = 0; slot < this.#rides.made; slot++) {
      if (slot % STEP_RIDES === 0) yield;
      if (this.#rides.pointsOf(slot) === 0) continue;
      const other = others.get(slot);
      if (other === undefined) this.#ids.restore(slot);
      else this.#ids.add(other, slot);
      this.#size++;
    }
  }

  #drop(id: string, slot: number): void {
    this.#leave(slot);
    this.#ids.remove(id);
    this.#rides.release(slot);
    this.#size--;
  }

  /** Writes the cells of the measured ride. */
  #enter(slot: number): void {
    const cells = this.#cells;
    cells.visit(this.#way);
    this.#rides.setRegions(slot, cells.regions);
    this.#enterVisits(slot);
  }

  /** Enters the visits that were worked out last. */
  #enterVisits(slot: number): void {
    const cells = this.#cells;
    for (let n = 0; n < cells.count; n++) {
      const visit = cells.visits[n]!;
      const spanS = Math.ceil(visit.toS - visit.fromS) + 1;
      this.#timetable.add(visit.cellId, this.#secondOf(visit), spanS, entryOf(visit.parts, visit.later, spanS), slot);
      this.#entriesAt[visit.level]!++;
    }
  }

  /** Works out the same cells again and takes the ride out of them. */
  #leave(slot: number): void {
    const cells = this.#cells;
    this.#rides.read(slot, this.#way, this.#settings);
    cells.visit(this.#way);
    for (let n = 0; n < cells.count; n++) {
      const visit = cells.visits[n]!;
      if (!this.#timetable.remove(visit.cellId, this.#secondOf(visit), slot)) throw new Error("an entry is missing");
      this.#entriesAt[visit.level]!--;
    }
  }

  /** From when on a pickup may be there; instants are rounded, so a millisecond early. */
  #secondOf({ fromS }: CellVisit): number {
    return secondOf(this.#way.departsAtMs + fromS * 1000 - 1);
  }
}
