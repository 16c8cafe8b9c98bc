import type { ActiveDriver, DriversMoved } from "@commonlane/contract/active-drivers";
import { cellOf } from "@commonlane/contract/driver-cells";
import type { LatLng } from "@commonlane/contract/shapes";
import { operator } from "#shared/operator.ts";
import { distanceM } from "#shared/geo/great-circle.ts";

/** A driver and how far they are; for whom one does not know exactly, in steps. */
export interface NearDriver {
  readonly driver: ActiveDriver;
  readonly distanceKm: number;
}

/** What the frames of the live line have told. */
export interface Watched {
  /** Each driver, and the cell that they were told of in last. */
  readonly drivers: ReadonlyMap<string, { readonly cell: string; readonly driver: ActiveDriver }>;
  /** The cells of which everything was told; of those with very many drivers a part is missing. */
  readonly whole: ReadonlySet<string>;
  readonly crowded: ReadonlySet<string>;
}
export const NOTHING_WATCHED: Watched = { drivers: new Map(), whole: new Set(), crowded: new Set() };

/** So many drivers of one cell are told of at most. */
const CELL_MOST = 200;
/** A distance to whom one does not know exactly is told in steps as large as the square they are seen in. */
export const stepKm = Math.max(100, operator.toldToM.drivers) / 1000;

/** What is known after one more frame; `now` is when it came, an ISO instant. */
export function afterFrame(before: Watched, { cell, whole, arrived, moved, gone }: DriversMoved, now: string): Watched {
  const drivers = new Map(before.drivers);
  const told = new Set(arrived.map(({ uid }) => uid));
  for (const [uid, one] of drivers) if (one.cell === cell && whole && !told.has(uid)) drivers.delete(uid);
  for (const driver of arrived) drivers.set(driver.uid, { cell, driver });
  for (const { uid, ...change } of moved) {
    const known = drivers.get(uid);
    if (known) drivers.set(uid, { cell, driver: { ...known.driver, ...change, lastSeenAt: now } });
  }
  for (const uid of gone) if (drivers.get(uid)?.cell === cell) drivers.delete(uid);
  if (!whole) return { ...before, drivers };
  const crowded = new Set(before.crowded);
  if (arrived.length >= CELL_MOST) crowded.add(cell);
  else crowded.delete(cell);
  return { drivers, whole: new Set(before.whole).add(cell), crowded };
}

/** What is known of some cells, where others are watched no more. */
export function onlyIn({ drivers, whole, crowded }: Watched, cells: readonly string[]): Watched {
  const stays = new Set(cells);
  return {
    drivers: new Map([...drivers].filter(([, { cell }]) => stays.has(cell))),
    whole: new Set([...whole].filter((cell) => stays.has(cell))),
    crowded: new Set([...crowded].filter((cell) => stays.has(cell))),
  };
}

/** Whether the live line has told of all these cells, and there are some. */
export const isWhole = ({ whole }: Watched, cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => whole.has(cell));

/**
 * Who is there: as the live line tells, once it has told of all cells; until then, and of cells with too many drivers to
 * tell, as the server listed them.
 */
export function driversThere(
  listed: readonly ActiveDriver[],
  watched: Watched,
  cells: readonly string[],
): readonly ActiveDriver[] {
  if (!isWhole(watched, cells)) return listed;
  const live = [...watched.drivers.values()].map(({ driver }) => driver);
  const others = listed.filter((driver) => !watched.drivers.has(driver.uid) && watched.crowded.has(cellOf(driver)));
  return [...live, ...others];
}

/** Those within the radius, nearest first, without the reader. */
export function nearestFirst(
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
  return driver.exact ? km : Math.round(km / stepKm) * stepKm;
}

/** The same drivers in the order that somebody is reading them in: who was there stays in place, who is new comes last. */
export function inPlace(near: readonly NearDriver[], order: readonly string[]): NearDriver[] {
  const place = new Map(order.map((uid, n) => [uid, n]));
  const placeOf = ({ driver }: NearDriver) => place.get(driver.uid) ?? order.length;
  return near.toSorted((a, b) => placeOf(a) - placeOf(b));
}
