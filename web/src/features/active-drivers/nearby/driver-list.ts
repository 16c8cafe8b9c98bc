import type { ActiveDriver, DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { getMapCell } from "@commonlane/contract/driver-cells";
import type { LatLng } from "@commonlane/contract/shapes";
import { communitySettings } from "#shared/community-settings.ts";
import { distanceM } from "#shared/geo/great-circle.ts";

/** A driver and how far they are; for whom one does not know exactly, in steps. */
export interface NearDriver {
  readonly driver: ActiveDriver;
  readonly distanceKm: number;
}

/** What the frames of the live line have told. */
export interface WatchedDrivers {
  /** Each driver, and the cell that they were told of in last. */
  readonly drivers: ReadonlyMap<string, { readonly cell: string; readonly driver: ActiveDriver }>;
  /** The cells of which everything was told; of those with very many drivers a part is missing. */
  readonly completeCells: ReadonlySet<string>;
  readonly crowded: ReadonlySet<string>;
}
export const NO_WATCHED_DRIVERS: WatchedDrivers = { drivers: new Map(), completeCells: new Set(), crowded: new Set() };

/** So many drivers of one cell are told of at most. */
const MAX_DRIVERS_PER_CELL = 200;
/** A distance to whom one does not know exactly is told in steps as large as the square they are seen in. */
export const distanceStepKm = Math.max(100, communitySettings.approximateToM.drivers) / 1000;

/** What is known after one more frame; `now` is when it came, an ISO instant. */
export function applyFrame(
  previous: WatchedDrivers,
  { cell, complete: whole, arrived, moved, gone }: DriverCellUpdate,
  now: string,
): WatchedDrivers {
  const drivers = new Map(previous.drivers);
  const arrivedIds = new Set(arrived.map(({ uid }) => uid));
  for (const [uid, one] of drivers) if (one.cell === cell && whole && !arrivedIds.has(uid)) drivers.delete(uid);
  for (const driver of arrived) drivers.set(driver.uid, { cell, driver });
  for (const { uid, ...change } of moved) {
    const existing = drivers.get(uid);
    if (existing) drivers.set(uid, { cell, driver: { ...existing.driver, ...change, lastSeenAt: now } });
  }
  for (const uid of gone) if (drivers.get(uid)?.cell === cell) drivers.delete(uid);
  if (!whole) return { ...previous, drivers };
  const crowded = new Set(previous.crowded);
  if (arrived.length >= MAX_DRIVERS_PER_CELL) crowded.add(cell);
  else crowded.delete(cell);
  return { drivers, completeCells: new Set(previous.completeCells).add(cell), crowded };
}

/** What is known of some cells, where others are watched no more. */
export function keepCells(
  { drivers, completeCells: whole, crowded }: WatchedDrivers,
  cells: readonly string[],
): WatchedDrivers {
  const kept = new Set(cells);
  return {
    drivers: new Map([...drivers].filter(([, { cell }]) => kept.has(cell))),
    completeCells: new Set([...whole].filter((cell) => kept.has(cell))),
    crowded: new Set([...crowded].filter((cell) => kept.has(cell))),
  };
}

/** Whether the live line has told of all these cells, and there are some. */
export const hasAllCells = ({ completeCells: whole }: WatchedDrivers, cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => whole.has(cell));

/**
 * Who is there: as the live line tells, once it has told of all cells; until then, and of cells with too many drivers to
 * tell, as the server listed them.
 */
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

/** Those within the radius, nearest first, without the reader. */
export function sortByDistance(
  drivers: readonly ActiveDriver[],
  { here, radiusKm, uid }: { readonly here: LatLng; readonly radiusKm: number; readonly uid: string },
): NearDriver[] {
  return drivers
    .filter((driver) => driver.uid !== uid)
    .map((driver) => ({ driver, distanceKm: distanceKm(driver, here) }))
    .filter((near) => near.distanceKm <= radiusKm)
    .toSorted((a, b) => a.distanceKm - b.distanceKm || (a.driver.uid < b.driver.uid ? -1 : 1));
}

function distanceKm(driver: ActiveDriver, here: LatLng): number {
  const km = distanceM(driver, here) / 1000;
  return driver.exact ? km : Math.round(km / distanceStepKm) * distanceStepKm;
}

/** The same drivers in the order that somebody is reading them in: who was there stays in place, who is new comes last. */
export function keepListOrder(near: readonly NearDriver[], order: readonly string[]): NearDriver[] {
  const place = new Map(order.map((uid, n) => [uid, n]));
  const placeOf = ({ driver }: NearDriver) => place.get(driver.uid) ?? order.length;
  return near.toSorted((a, b) => placeOf(a) - placeOf(b));
}
