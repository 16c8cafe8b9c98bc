import { getMapCell } from "@commonlane/contract/driver-cells";
import type { LatLng } from "@commonlane/contract/shapes";
import { approximateHeading, approximatePosition } from "../approximate-position.ts";
import type { ActiveDriverRow } from "../active-drivers.store.ts";
import { type NearbyQuery, DriverGrid, type NearbyItem } from "./driver-grid.ts";
import type { DriverAudience } from "../visibility.ts";

/** A measured position, and when it came. */
export interface Position extends LatLng {
  readonly heading: number | null;
  readonly address: string | null;
  readonly seenAtMs: number;
}

/** What strangers are told of where somebody is. */
export interface ApproximatePosition extends LatLng {
  readonly heading: number | null;
}

/** An active driver, with what may be told of them. */
export interface Driver {
  readonly uid: string;
  readonly row: ActiveDriverRow;
  readonly position: Position;
  readonly approximate: ApproximatePosition;
}

/** The same in the hands of who keeps it. */
type MutableDriver = { -readonly [Name in keyof Driver]: Driver[Name] };

/** What happened to a driver since the last look: the cell they were in then, if any, and whether they said something anew. */
export interface DriverChange {
  readonly previousCell: string | undefined;
  /** Whom they were there for then. */
  readonly previousAudience: DriverAudience | undefined;
  readonly isNew: boolean;
}

/**
 * Where all active drivers are, in the memory of this process: the newest position wins, and none is written down here. It
 * knows no calls and no database.
 */
export class DriversOnMap {
  readonly #drivers = new Map<string, MutableDriver>();
  readonly #grid = new DriverGrid<Driver>();
  readonly #cells = new Map<string, Map<string, Driver>>();
  #changes = new Map<string, DriverChange>();
  readonly #squareM: number;
  readonly #silentMs: number;

  constructor({ DRIVER_ROUNDING_M, DRIVER_TIMEOUT_S }: { DRIVER_ROUNDING_M: number; DRIVER_TIMEOUT_S: number }) {
    this.#squareM = DRIVER_ROUNDING_M;
    this.#silentMs = DRIVER_TIMEOUT_S * 1000;
  }

  get size(): number {
    return this.#drivers.size;
  }

  /** Nobody is on the map who was silent for too long. */
  isActive = ({ position }: Driver, now: Date): boolean => position.seenAtMs > now.getTime() - this.#silentMs;

  get(uid: string): Driver | undefined {
    return this.#drivers.get(uid);
  }

  all(): Iterable<Driver> {
    return this.#drivers.values();
  }

  /** What the database says of a driver; a newer position than it has stays. */
  put(row: ActiveDriverRow): Driver {
    const existing = this.#drivers.get(row.uid);
    const stored: Position = {
      lat: row.lat,
      lng: row.lng,
      heading: row.heading,
      address: row.address,
      seenAtMs: row.last_seen_at.getTime(),
    };
    const isNewerInMemory =
      existing && existing.row.activated_at <= row.activated_at && existing.position.seenAtMs > stored.seenAtMs;
    const position = isNewerInMemory ? existing.position : stored;
    const approximate = isNewerInMemory
      ? existing.approximate
      : { lat: row.about_lat, lng: row.about_lng, heading: approximateHeading(row.heading) };
    if (existing) return this.#set(existing, { row, position, approximate });
    const driver = { uid: row.uid, row, position, approximate };
    this.#drivers.set(row.uid, driver);
    this.#stand(driver);
    this.#note(row.uid, undefined, { isNew: true });
    return driver;
  }

  /** Moves whoever is known; an older position than the known one changes nothing. `about` is given where another process has said it. */
  move(uid: string, position: Position, approximate?: ApproximatePosition): Driver | undefined {
    const existing = this.#drivers.get(uid);
    if (!existing || position.seenAtMs < existing.position.seenAtMs) return existing;
    return this.#set(existing, {
      row: existing.row,
      position,
      approximate: approximate ?? this.#aboutOf(position, existing.approximate),
    });
  }

  remove(uid: string): void {
    const existing = this.#drivers.get(uid);
    if (!existing) return;
    this.#drivers.delete(uid);
    this.#take(existing);
    this.#note(uid, existing, { isNew: true });
  }

  nearest(query: NearbyQuery, isIncluded: (driver: Driver) => boolean): NearbyItem<Driver>[] {
    return this.#grid.nearest(query, isIncluded);
  }

  /** Who is, as far as strangers are told, in a cell of the map. */
  inCell(cell: string): Iterable<Driver> {
    return this.#cells.get(cell)?.values() ?? [];
  }

  /** What strangers may see differently since the last time this was asked. */
  takeChanges(): ReadonlyMap<string, DriverChange> {
    const changes = this.#changes;
    this.#changes = new Map();
    return changes;
  }

  #aboutOf(position: Position, last: ApproximatePosition): ApproximatePosition {
    const approximate = approximatePosition(position, this.#squareM, last);
    const isSameSquare = approximate.lat === last.lat && approximate.lng === last.lng;
    // A turn of the wheel would say where in the square somebody is.
    return isSameSquare && this.#squareM > 0 ? last : { ...approximate, heading: approximateHeading(position.heading) };
  }

  /** Only here a driver changes, so that where they are found is where they are. */
  #set(driver: MutableDriver, { row, position, approximate }: Omit<Driver, "uid">): Driver {
    const [last, isNew] = [{ approximate: driver.approximate, row: driver.row }, driver.row !== row];
    const before = last.approximate;
    const hasMovedSquare = before.lat !== approximate.lat || before.lng !== approximate.lng;
    if (hasMovedSquare) this.#take(driver);
    Object.assign(driver, { row, position, approximate });
    if (hasMovedSquare) this.#stand(driver);
    if (hasMovedSquare || isNew || before.heading !== approximate.heading) this.#note(driver.uid, last, { isNew });
    return driver;
  }

  #stand(driver: MutableDriver): void {
    this.#grid.add(driver);
    const cell = getMapCell(driver.approximate);
    this.#cells.set(cell, (this.#cells.get(cell) ?? new Map<string, Driver>()).set(driver.uid, driver));
  }

  #take(driver: Driver): void {
    this.#grid.remove(driver);
    const cell = getMapCell(driver.approximate);
    const there = this.#cells.get(cell);
    there?.delete(driver.uid);
    if (there?.size === 0) this.#cells.delete(cell);
  }

  #note(uid: string, last: Pick<Driver, "approximate" | "row"> | undefined, { isNew }: { isNew: boolean }): void {
    const before = this.#changes.get(uid);
    const previousCell = before ? before.previousCell : last && getMapCell(last.approximate);
    const previousAudience = before ? before.previousAudience : last?.row;
    this.#changes.set(uid, { previousCell, previousAudience, isNew: isNew || (before?.isNew ?? false) });
  }
}
