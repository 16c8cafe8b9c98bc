import { getMapCell } from "@commonlane/contract/driver-cells";
import {
  approximateHeading,
  approximateMovement,
  type Movement,
} from "#modules/privacy/approximate/index.ts";
import type { ActiveDriverRow } from "../active-drivers.store.ts";
import { type NearbyQuery, DriverGrid, type NearbyItem } from "./driver-grid.ts";
import type { DriverAudience } from "../visibility.ts";

/** A measured position and the time it was received. */
export interface Position extends Movement {
  readonly address: string | null;
  readonly seenAtMs: number;
}

/** An active driver with exact and approximate data. */
export interface Driver {
  readonly uid: string;
  readonly row: ActiveDriverRow;
  readonly position: Position;
  /** What strangers see. */
  readonly approximate: Movement;
}

/** Same, mutable for its owner. */
type MutableDriver = { -readonly [Name in keyof Driver]: Driver[Name] };

/**
 * Changes of a driver since the last check: the cell they were in then, if any, and whether their terms were updated.
 */
export interface DriverChange {
  readonly previousCell: string | undefined;
  /** Audience they were visible to then. */
  readonly previousAudience: DriverAudience | undefined;
  readonly isNew: boolean;
}

/**
 * Positions of all active drivers in the memory of this process. The newest position wins. Saves nothing and knows
 * neither calls nor the database.
 */
export class DriversOnMap {
  readonly #drivers = new Map<string, MutableDriver>();
  readonly #grid = new DriverGrid<Driver>();
  readonly #cells = new Map<string, Map<string, Driver>>();
  #changes = new Map<string, DriverChange>();
  readonly #squareM: number;
  readonly #silentMs: number;

  constructor({
    DRIVER_ROUNDING_M,
    DRIVER_TIMEOUT_S,
  }: {
    DRIVER_ROUNDING_M: number;
    DRIVER_TIMEOUT_S: number;
  }) {
    this.#squareM = DRIVER_ROUNDING_M;
    this.#silentMs = DRIVER_TIMEOUT_S * 1000;
  }

  get size(): number {
    return this.#drivers.size;
  }

  /** Drivers without a position for too long are not active. */
  isActive = ({ position }: Driver, now: Date): boolean =>
    position.seenAtMs > now.getTime() - this.#silentMs;

  get(uid: string): Driver | undefined {
    return this.#drivers.get(uid);
  }

  all(): Iterable<Driver> {
    return this.#drivers.values();
  }

  /** Applies a driver's database row. A newer position in memory stays. */
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
      existing &&
      existing.row.activated_at <= row.activated_at &&
      existing.position.seenAtMs > stored.seenAtMs;
    const position = isNewerInMemory ? existing.position : stored;
    const approximate = isNewerInMemory
      ? existing.approximate
      : {
          lat: row.approximate_lat,
          lng: row.approximate_lng,
          heading: approximateHeading(row.heading),
        };
    if (existing)
      return this.#set(existing, {
        row,
        position,
        approximate,
      });
    const driver = {
      uid: row.uid,
      row,
      position,
      approximate,
    };
    this.#drivers.set(row.uid, driver);
    this.#addToIndexes(driver);
    this.#note(row.uid, undefined, { isNew: true });
    return driver;
  }

  /**
   * Moves a known driver; an older position changes nothing. `approximate` is given if another process has calculated
   * it.
   */
  move(uid: string, position: Position, approximate?: Movement): Driver | undefined {
    const existing = this.#drivers.get(uid);
    if (!existing || position.seenAtMs < existing.position.seenAtMs) return existing;
    return this.#set(existing, {
      row: existing.row,
      position,
      approximate:
        approximate ?? approximateMovement(position, this.#squareM, existing.approximate),
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

  /** Drivers whose public position is in this map cell. */
  inCell(cell: string): Iterable<Driver> {
    return this.#cells.get(cell)?.values() ?? [];
  }

  /** Publicly visible changes since the last call. */
  takeChanges(): ReadonlyMap<string, DriverChange> {
    const changes = this.#changes;
    this.#changes = new Map();
    return changes;
  }

  /** The only place that changes a driver, so that the lookup structures match their position. */
  #set(driver: MutableDriver, { row, position, approximate }: Omit<Driver, "uid">): Driver {
    const last = {
      approximate: driver.approximate,
      row: driver.row,
    };
    const isNew = driver.row !== row;
    const before = last.approximate;
    const hasMovedSquare = before.lat !== approximate.lat || before.lng !== approximate.lng;
    if (hasMovedSquare) this.#take(driver);
    Object.assign(driver, {
      row,
      position,
      approximate,
    });
    if (hasMovedSquare) this.#addToIndexes(driver);
    if (hasMovedSquare || isNew || before.heading !== approximate.heading)
      this.#note(driver.uid, last, { isNew });
    return driver;
  }

  #addToIndexes(driver: MutableDriver): void {
    this.#grid.add(driver);
    const cell = getMapCell(driver.approximate);
    this.#cells.set(
      cell,
      (this.#cells.get(cell) ?? new Map<string, Driver>()).set(driver.uid, driver),
    );
  }

  #take(driver: Driver): void {
    this.#grid.remove(driver);
    const cell = getMapCell(driver.approximate);
    const cellDrivers = this.#cells.get(cell);
    cellDrivers?.delete(driver.uid);
    if (cellDrivers?.size === 0) this.#cells.delete(cell);
  }

  #note(
    uid: string,
    last: Pick<Driver, "approximate" | "row"> | undefined,
    { isNew }: { isNew: boolean },
  ): void {
    const before = this.#changes.get(uid);
    const previousCell = before ? before.previousCell : last && getMapCell(last.approximate);
    const previousAudience = before ? before.previousAudience : last?.row;
    this.#changes.set(uid, {
      previousCell,
      previousAudience,
      isNew: isNew || (before?.isNew ?? false),
    });
  }
}
