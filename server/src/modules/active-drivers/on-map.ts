import { cellOf } from "@commonlane/contract/driver-cells";
import type { LatLng } from "@commonlane/contract/shapes";
import { aboutHeading, aboutOf } from "./about.ts";
import type { ActiveDriverRow } from "./active-drivers.store.ts";
import { type Around, DriverGrid, type Near } from "./driver-grid.ts";
import type { For } from "./sight.ts";

/** A measured position, and when it came. */
export interface Position extends LatLng {
  readonly heading: number | null;
  readonly address: string | null;
  readonly seenAtMs: number;
}

/** What strangers are told of where somebody is. */
export interface About extends LatLng {
  readonly heading: number | null;
}

/** An active driver, with what may be told of them. */
export interface Driver {
  readonly uid: string;
  readonly row: ActiveDriverRow;
  readonly position: Position;
  readonly about: About;
}

/** The same in the hands of who keeps it. */
type Kept = { -readonly [Name in keyof Driver]: Driver[Name] };

/** What happened to a driver since the last look: the cell they were in then, if any, and whether they said something anew. */
export interface Change {
  readonly was: string | undefined;
  /** Whom they were there for then. */
  readonly wasFor: For | undefined;
  readonly anew: boolean;
}

/**
 * Where all active drivers are, in the memory of this process: the newest position wins, and none is written down here. It
 * knows no calls and no database.
 */
export class DriversOnMap {
  readonly #drivers = new Map<string, Kept>();
  readonly #grid = new DriverGrid<Driver>();
  readonly #cells = new Map<string, Map<string, Driver>>();
  #changes = new Map<string, Change>();
  readonly #squareM: number;
  readonly #silentMs: number;

  constructor({ DRIVER_ROUNDED_TO_M, DRIVER_SILENT_S }: { DRIVER_ROUNDED_TO_M: number; DRIVER_SILENT_S: number }) {
    this.#squareM = DRIVER_ROUNDED_TO_M;
    this.#silentMs = DRIVER_SILENT_S * 1000;
  }

  get size(): number {
    return this.#drivers.size;
  }

  /** Nobody is on the map who was silent for too long. */
  isThere = ({ position }: Driver, now: Date): boolean => position.seenAtMs > now.getTime() - this.#silentMs;

  get(uid: string): Driver | undefined {
    return this.#drivers.get(uid);
  }

  all(): Iterable<Driver> {
    return this.#drivers.values();
  }

  /** What the database says of a driver; a newer position than it has stays. */
  put(row: ActiveDriverRow): Driver {
    const known = this.#drivers.get(row.uid);
    const kept: Position = {
      lat: row.lat,
      lng: row.lng,
      heading: row.heading,
      address: row.address,
      seenAtMs: row.last_seen_at.getTime(),
    };
    const newer = known && known.row.activated_at <= row.activated_at && known.position.seenAtMs > kept.seenAtMs;
    const position = newer ? known.position : kept;
    const about = newer ? known.about : { lat: row.about_lat, lng: row.about_lng, heading: aboutHeading(row.heading) };
    if (known) return this.#set(known, { row, position, about });
    const driver = { uid: row.uid, row, position, about };
    this.#drivers.set(row.uid, driver);
    this.#stand(driver);
    this.#note(row.uid, undefined, { anew: true });
    return driver;
  }

  /** Moves whoever is known; an older position than the known one changes nothing. `about` is given where another process has said it. */
  move(uid: string, position: Position, about?: About): Driver | undefined {
    const known = this.#drivers.get(uid);
    if (!known || position.seenAtMs < known.position.seenAtMs) return known;
    return this.#set(known, { row: known.row, position, about: about ?? this.#aboutOf(position, known.about) });
  }

  remove(uid: string): void {
    const known = this.#drivers.get(uid);
    if (!known) return;
    this.#drivers.delete(uid);
    this.#take(known);
    this.#note(uid, known, { anew: true });
  }

  nearest(around: Around, counts: (driver: Driver) => boolean): Near<Driver>[] {
    return this.#grid.nearest(around, counts);
  }

  /** Who is, as far as strangers are told, in a cell of the map. */
  inCell(cell: string): Iterable<Driver> {
    return this.#cells.get(cell)?.values() ?? [];
  }

  /** What strangers may see differently since the last time this was asked. */
  takeChanges(): ReadonlyMap<string, Change> {
    const changes = this.#changes;
    this.#changes = new Map();
    return changes;
  }

  #aboutOf(position: Position, last: About): About {
    const about = aboutOf(position, this.#squareM, last);
    const same = about.lat === last.lat && about.lng === last.lng;
    // A turn of the wheel would say where in the square somebody is.
    return same && this.#squareM > 0 ? last : { ...about, heading: aboutHeading(position.heading) };
  }

  /** Only here a driver changes, so that where they are found is where they are. */
  #set(driver: Kept, { row, position, about }: Omit<Driver, "uid">): Driver {
    const [last, anew] = [{ about: driver.about, row: driver.row }, driver.row !== row];
    const before = last.about;
    const elsewhere = before.lat !== about.lat || before.lng !== about.lng;
    if (elsewhere) this.#take(driver);
    Object.assign(driver, { row, position, about });
    if (elsewhere) this.#stand(driver);
    if (elsewhere || anew || before.heading !== about.heading) this.#note(driver.uid, last, { anew });
    return driver;
  }

  #stand(driver: Kept): void {
    this.#grid.add(driver);
    const cell = cellOf(driver.about);
    this.#cells.set(cell, (this.#cells.get(cell) ?? new Map<string, Driver>()).set(driver.uid, driver));
  }

  #take(driver: Driver): void {
    this.#grid.remove(driver);
    const cell = cellOf(driver.about);
    const there = this.#cells.get(cell);
    there?.delete(driver.uid);
    if (there?.size === 0) this.#cells.delete(cell);
  }

  #note(uid: string, last: Pick<Driver, "about" | "row"> | undefined, { anew }: { anew: boolean }): void {
    const before = this.#changes.get(uid);
    const was = before ? before.was : last && cellOf(last.about);
    const wasFor = before ? before.wasFor : last?.row;
    this.#changes.set(uid, { was, wasFor, anew: anew || (before?.anew ?? false) });
  }
}
