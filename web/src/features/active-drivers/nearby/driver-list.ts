import type { ActiveDriver, DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { getMapCell } from "@commonlane/contract/driver-cells";
import type { LatLng } from "@commonlane/contract/shapes";
import { communitySettings } from "#shared/community-settings.ts";
import { distanceM } from "#shared/geo/great-circle.ts";

/** A driver with their distance, which is rounded if the position is approximate. */
export interface NearDriver {
  readonly driver: ActiveDriver;
  readonly distanceKm: number;
}

/** Drivers received over the live connection. */
export interface WatchedDrivers {
  /** Drivers by id, with the map cell of their latest update. */
  readonly drivers: ReadonlyMap<
    string,
    {
      readonly cell: string;
      readonly driver: ActiveDriver;
    }
  >;
  /** Cells with a full update; crowded ones may still lack drivers. */
  readonly completeCells: ReadonlySet<string>;
  readonly crowded: ReadonlySet<string>;
}
export const NO_WATCHED_DRIVERS: WatchedDrivers = {
  drivers: new Map(),
  completeCells: new Set(),
  crowded: new Set(),
};

/** Maximum drivers per cell in an update. */
const MAX_DRIVERS_PER_CELL = 200;
/** Distances to approximate positions are rounded to the size of their grid square. */
export const distanceStepKm = Math.max(100, communitySettings.approximateToM.drivers) / 1000;

/** Applies an update; `now` is its time of arrival (ISO). */
export function applyCellUpdate(
  previous: WatchedDrivers,
  { cell, complete, arrived, moved, gone }: DriverCellUpdate,
  now: string,
): WatchedDrivers {
  const drivers = new Map(previous.drivers);
  const arrivedIds = new Set(arrived.map(({ uid }) => uid));
  for (const [uid, entry] of drivers)
    if (entry.cell === cell && complete && !arrivedIds.has(uid)) drivers.delete(uid);
  for (const driver of arrived)
    drivers.set(driver.uid, {
      cell,
      driver,
    });
  for (const { uid, ...change } of moved) {
    const existing = drivers.get(uid);
    if (existing)
      drivers.set(uid, {
        cell,
        driver: {
          ...existing.driver,
          ...change,
          lastSeenAt: now,
        },
      });
  }
  for (const uid of gone) if (drivers.get(uid)?.cell === cell) drivers.delete(uid);
  if (!complete) return { ...previous, drivers };
  const crowded = new Set(previous.crowded);
  if (arrived.length >= MAX_DRIVERS_PER_CELL) crowded.add(cell);
  else crowded.delete(cell);
  return {
    drivers,
    completeCells: new Set(previous.completeCells).add(cell),
    crowded,
  };
}

/** Drops drivers of cells that are no longer watched. */
export function keepCells(
  { drivers, completeCells, crowded }: WatchedDrivers,
  cells: readonly string[],
): WatchedDrivers {
  const watchedCells = new Set(cells);
  return {
    drivers: new Map([...drivers].filter(([, { cell }]) => watchedCells.has(cell))),
    completeCells: new Set([...completeCells].filter((cell) => watchedCells.has(cell))),
    crowded: new Set([...crowded].filter((cell) => watchedCells.has(cell))),
  };
}

/** True if there are cells and all of them were received completely. */
export function hasAllCells({ completeCells }: WatchedDrivers, cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => completeCells.has(cell));
}

/** Drivers from live updates once all cells are complete; until then, and for crowded cells, from the server's list. */
export function mergeDrivers(
  listed: readonly ActiveDriver[],
  watched: WatchedDrivers,
  cells: readonly string[],
): readonly ActiveDriver[] {
  if (!hasAllCells(watched, cells)) return listed;
  const live = [...watched.drivers.values()].map(({ driver }) => driver);
  const unwatched = listed.filter(
    (driver) => !watched.drivers.has(driver.uid) && watched.crowded.has(getMapCell(driver)),
  );
  return [...live, ...unwatched];
}

/** Drivers within the radius, nearest first, without the viewer. */
export function sortByDistance(
  drivers: readonly ActiveDriver[],
  {
    here,
    radiusKm,
    uid,
  }: {
    readonly here: LatLng;
    readonly radiusKm: number;
    readonly uid: string;
  },
): NearDriver[] {
  return drivers
    .filter((driver) => driver.uid !== uid)
    .map((driver) => ({
      driver,
      distanceKm: distanceKm(driver, here),
    }))
    .filter((near) => near.distanceKm <= radiusKm)
    .toSorted((a, b) => a.distanceKm - b.distanceKm || (a.driver.uid < b.driver.uid ? -1 : 1));
}

function distanceKm(driver: ActiveDriver, here: LatLng): number {
  const km = distanceM(driver, here) / 1000;
  return driver.exact ? km : Math.round(km / distanceStepKm) * distanceStepKm;
}

/** Keeps the order that the user is reading; new drivers come last. */
export function keepListOrder(near: readonly NearDriver[], order: readonly string[]): NearDriver[] {
  const positions = new Map(order.map((uid, n) => [uid, n]));
  const positionOf = ({ driver }: NearDriver) => positions.get(driver.uid) ?? order.length;
  return near.toSorted((a, b) => positionOf(a) - positionOf(b));
}
