import type { CandidateSource } from "../index/candidates.ts";
import { CellTimetable, secondOf } from "../index/cell-timetable.ts";
import { LEVEL_COUNT, levelOf } from "../index/cell-levels.ts";
import { CorridorCells } from "../index/corridor-cells.ts";
import { packEntry } from "../index/entry-blocks.ts";
import type { MatchRide, MatchSettings } from "../model.ts";
import { PointPage, assertValidSeats } from "./point-pages.ts";
import { RideIds } from "./ride-ids.ts";
import { RidePage, RidePages } from "./ride-pages.ts";
import { RoadPage } from "./road-pages.ts";
import { assertCompatibleSnapshot } from "./snapshot.ts";
import type { IndexSnapshot } from "./snapshot.ts";
import { SPAN_PAGE } from "./spans.ts";
import { Route, loadRide } from "../rule/route.ts";

/** A ride's points lie on one page, and so do its visits to cells. */
const POINTS_MAX = SPAN_PAGE - 1;
const VISITS_MAX = SPAN_PAGE - 1;
/** Rides restored from a snapshot in one step, which takes a millisecond or two. */
const STEP_RIDES = 2_048;

/** Rides with the cells and times of their entries, kept consistent through every change. */
export class RideStore {
  readonly source: CandidateSource;
  readonly #settings: MatchSettings;
  readonly #rides = new RidePages();
  readonly #ids = new RideIds(this.#rides);
  readonly #cells: CorridorCells;
  readonly #timetable = new CellTimetable();
  readonly #entriesAt: Uint32Array;
  readonly #route = new Route();
  #size = 0;

  constructor(settings: MatchSettings) {
    this.#settings = settings;
    this.#cells = new CorridorCells(settings);
    this.#entriesAt = new Uint32Array(LEVEL_COUNT);
    this.source = {
      rides: this.#rides,
      timetable: this.#timetable,
      entryCounts: this.#entriesAt,
    };
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#rides.bytes + this.#ids.bytes + this.#timetable.bytes;
  }

  /**
   * Adds or replaces a ride. O(cells passed x log of the rides in them). @throws RangeError and changes nothing if the
   * ride is invalid.
   */
  put(ride: MatchRide): void {
    assertValidSeats(ride.id, ride.seatsLeft);
    if (ride.points.length > POINTS_MAX)
      throw new RangeError(`ride ${ride.id}: must not have more than ${POINTS_MAX} points`);
    loadRide(this.#route, ride, this.#settings);
    const existing = this.#ids.find(ride.id);
    if (existing >= 0 && this.#rides.isSameRide(existing, this.#route)) {
      this.#rides.setSeats(existing, ride.seatsLeft);
      this.#move(existing, ride.departsAtMs);
      return;
    }
    this.#cells.visit(this.#route);
    if (this.#cells.count > VISITS_MAX)
      throw new RangeError(`ride ${ride.id}: must not touch more than ${VISITS_MAX} cells`);
    if (existing >= 0) this.#drop(ride.id, existing);
    const slot = this.#rides.add(this.#route, this.#cells.count);
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
    assertValidSeats(id, seatsLeft);
    this.#rides.setSeats(slot, seatsLeft);
    return true;
  }

  /** Where a ride is stored until it is replaced; undefined if there is no such ride. */
  slotOf(id: string): number | undefined {
    const slot = this.#ids.find(id);
    return slot < 0 ? undefined : slot;
  }

  /** Returns true if this ride is stored and differs at most in departure and seats. O(points). */
  isSameRide(ride: MatchRide): boolean {
    const slot = this.#ids.find(ride.id);
    if (slot < 0) return false;
    loadRide(this.#route, ride, this.#settings);
    return this.#rides.isSameRide(slot, this.#route);
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
        version: 5,
        settings: this.#settings,
        rides: {
          pages: rides.pages.length,
          made: rides.allocated,
          free: rides.free,
          onRoads: rides.onRoads,
        },
        points: points.spans.head(),
        roads: points.roads.spans.head(),
        minSPerRad: points.roads.minSPerRad,
        visits: rides.visits.spans.head(),
        blocks: {
          pages: blocks.pages.length,
          made: blocks.allocated,
          free: blocks.free,
        },
        entriesAt: [...this.#entriesAt],
        otherIds: this.#ids.nonUuidIds(),
      },
      buffers: [
        ...[...rides.pages, ...points.pages, ...points.roads.pages].map(({ buffer }) => buffer),
        ...[...rides.visits.pages, ...blocks.pages, ...blocks.counts].map(({ buffer }) => buffer),
        Float64Array.from(this.#timetable.directory()).buffer,
      ],
    };
  }

  /**
   * Restores an empty store in steps. O(rides), mostly for their ids. @throws RangeError if the snapshot was
   * made with other settings.
   */
  *restoring({ head, buffers }: IndexSnapshot): Generator<undefined, void> {
    assertCompatibleSnapshot(head, this.#settings);
    const rides = this.#rides;
    const { points } = rides;
    const { blocks } = this.#timetable;
    let at = 0;
    const takeBuffers = (count: number) => buffers.slice(at, (at += count));
    rides.pages.push(...takeBuffers(head.rides.pages).map((buffer) => new RidePage(buffer)));
    points.pages.push(...takeBuffers(head.points.pages).map((buffer) => new PointPage(buffer)));
    points.roads.pages.push(...takeBuffers(head.roads.pages).map((buffer) => new RoadPage(buffer)));
    rides.visits.pages.push(
      ...takeBuffers(head.visits.pages).map((buffer) => new Uint32Array(buffer)),
    );
    blocks.pages.push(...takeBuffers(head.blocks.pages).map((buffer) => new Uint32Array(buffer)));
    blocks.counts.push(...takeBuffers(head.blocks.pages).map((buffer) => new Uint8Array(buffer)));
    rides.allocated = head.rides.made;
    rides.onRoads = head.rides.onRoads;
    for (const slot of head.rides.free) rides.free.push(slot);
    points.spans.restore(head.points);
    points.roads.spans.restore(head.roads);
    points.roads.minSPerRad = head.minSPerRad;
    rides.visits.spans.restore(head.visits);
    blocks.allocated = head.blocks.made;
    for (const block of head.blocks.free) blocks.free.push(block);
    this.#entriesAt.set(head.entriesAt);
    yield* this.#timetable.restoring(new Float64Array(takeBuffers(1)[0] ?? new ArrayBuffer(0)));
    yield* this.#restoringIds(new Map(head.otherIds.map(([id, slot]) => [slot, id])));
  }

  *#restoringIds(nonUuidIds: ReadonlyMap<number, string>): Generator<undefined, void> {
    yield* this.#rides.resetSearchMarksInSteps();
    this.#ids.reserve(this.#rides.allocated - this.#rides.free.length);
    for (let slot = 0; slot < this.#rides.allocated; slot++) {
      if (slot % STEP_RIDES === 0) yield;
      if (this.#rides.pointsOf(slot) === 0) continue;
      const otherId = nonUuidIds.get(slot);
      if (otherId === undefined) this.#ids.restore(slot);
      else this.#ids.add(otherId, slot);
      this.#size++;
    }
  }

  #drop(id: string, slot: number): void {
    this.#leave(slot);
    this.#ids.remove(id);
    this.#rides.release(slot);
    this.#size--;
  }

  /** Adds the measured ride to the cells of the last `visit`. */
  #enter(slot: number): void {
    const cells = this.#cells;
    const { departsAtMs } = this.#route;
    const { visits } = this.#rides;
    const visitAt = this.#rides.visitAt(slot);
    this.#rides.setRegions(slot, cells.regions);
    for (let n = 0; n < cells.count; n++) {
      const { cellId, level, parts, later, fromS, toS } = cells.visits[n]!;
      visits.write(visitAt + n, cellId, fromS);
      const spanS = Math.ceil(toS - visits.fromAt(visitAt + n)) + 1;
      const second = entrySecondOf(departsAtMs, visits.fromAt(visitAt + n));
      this.#timetable.add(cellId, second, spanS, packEntry(parts, later, spanS), slot);
      this.#entriesAt[level]!++;
    }
  }

  /** Removes the ride from its stored cells. */
  #leave(slot: number): void {
    const { visits } = this.#rides;
    const departsAtMs = this.#rides.departsAtMs(slot);
    const visitAt = this.#rides.visitAt(slot);
    const end = visitAt + this.#rides.visitsOf(slot);
    for (let at = visitAt; at < end; at++) {
      const cellId = visits.cellAt(at);
      const second = entrySecondOf(departsAtMs, visits.fromAt(at));
      if (!this.#timetable.remove(cellId, second, slot)) throw new Error("an entry is missing");
      this.#entriesAt[levelOf(cellId)]!--;
    }
  }

  /** Moves the ride in time. It stays in the same cells; only the start of its entries changes. */
  #move(slot: number, departsAtMs: number): void {
    const { visits } = this.#rides;
    const beforeMs = this.#rides.departsAtMs(slot);
    if (departsAtMs === beforeMs) return;
    const visitAt = this.#rides.visitAt(slot);
    const end = visitAt + this.#rides.visitsOf(slot);
    for (let at = visitAt; at < end; at++) {
      const fromS = visits.fromAt(at);
      const before = entrySecondOf(beforeMs, fromS);
      const second = entrySecondOf(departsAtMs, fromS);
      if (!this.#timetable.move(visits.cellAt(at), before, second, slot))
        throw new Error("an entry is missing");
    }
    this.#rides.setDeparture(slot, departsAtMs);
  }
}

/** The first second of a possible pickup. One millisecond early, because instants are rounded. */
const entrySecondOf = (departsAtMs: number, fromS: number): number =>
  secondOf(departsAtMs + fromS * 1000 - 1);
