import { cellOf } from "@commonlane/contract/driver-cells";
import type { Change, Driver, DriversOnMap } from "./on-map.ts";
import { type For, isForAll } from "./sight.ts";

/** What happened in one cell. */
export interface CellNews {
  readonly arrived: readonly Driver[];
  readonly moved: readonly Driver[];
  readonly gone: readonly Gone[];
}
/** Somebody who is not there any more, or not for those for whom they were. */
interface Gone {
  readonly uid: string;
  readonly row: For;
}
/** The same while it is put together. */
interface Gathered {
  readonly arrived: Driver[];
  readonly moved: Driver[];
  readonly gone: Gone[];
}

/** What those who watch some cells are to be told of the changes. */
export function newsByCell(
  drivers: Pick<DriversOnMap, "get" | "isThere">,
  changes: ReadonlyMap<string, Change>,
  watched: ReadonlySet<string>,
  now: Date,
): Map<string, CellNews> {
  const news = new Map<string, Gathered>();
  const of = (cell: string) => {
    const known = news.get(cell) ?? { arrived: [], moved: [], gone: [] };
    news.set(cell, known);
    return known;
  };
  for (const [uid, { was, wasFor, anew }] of changes) {
    const driver = drivers.get(uid);
    const there = driver && drivers.isThere(driver, now) ? driver : undefined;
    const cell = there && cellOf(there.about);
    const fewerSee = there !== undefined && wasFor !== undefined && isForAll(wasFor) && !isForAll(there.row);
    const left = was !== undefined && (was !== cell || fewerSee) && watched.has(was);
    if (left && wasFor) of(was).gone.push({ uid, row: wasFor });
    if (!there || cell === undefined || !watched.has(cell)) continue;
    if (anew || was !== cell) of(cell).arrived.push(there);
    else of(cell).moved.push(there);
  }
  return news;
}

/** The part of it that somebody is shown, to whom a driver who has come back is not gone. */
export function newsFor(
  { arrived, moved, gone }: CellNews,
  isShown: (driver: { uid: string; row: For }) => boolean,
): CellNews {
  const come = arrived.filter(isShown);
  const isBack = (uid: string) => come.some((driver) => driver.uid === uid);
  return {
    arrived: come,
    moved: moved.filter(isShown),
    gone: gone.filter((one) => isShown(one) && !isBack(one.uid)),
  };
}

/** Whether there is something in it that is not for everybody. */
export const isPartly = ({ arrived, moved, gone }: CellNews): boolean =>
  [...arrived, ...moved, ...gone].some(({ row }) => !isForAll(row));
