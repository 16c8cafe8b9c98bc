import type { CandidateSource } from "./candidates.ts";
import { CellTimetable, secondOf } from "./cell-timetable.ts";
import { CorridorCells, LEVEL_COUNT } from "./corridor-cells.ts";
import type { CellVisit } from "./corridor-cells.ts";
import type { MatchRide, MatchSettings } from "./model.ts";
import { mustBeSeats } from "./point-pages.ts";
import { RideIds } from "./ride-ids.ts";
import { RidePages } from "./ride-pages.ts";
import { Way, readRide } from "./way.ts";

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
    readRide(this.#way, ride, this.#settings);
    const held = this.#ids.find(ride.id);
    if (held >= 0) {
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
    this.#enter(slot);
    return true;
  }

  idOf(slot: number): string {
    return this.#ids.idOf(slot);
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
    for (let n = 0; n < cells.count; n++) {
      const visit = cells.visits[n]!;
      const spanS = Math.ceil(visit.toS - visit.fromS) + 1;
      this.#timetable.add(visit.cellId, this.#secondOf(visit), spanS, visit.parts, slot);
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
