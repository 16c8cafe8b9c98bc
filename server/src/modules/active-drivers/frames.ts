import { cellOf } from "@commonlane/contract/driver-cells";
import type { Change, Driver, DriversOnMap } from "./on-map.ts";

/** What happened in one cell. */
export interface CellNews {
  readonly arrived: Driver[];
  readonly moved: Driver[];
  readonly gone: string[];
}

/** What those who watch some cells are to be told of the changes. */
export function newsByCell(
  drivers: Pick<DriversOnMap, "get" | "isThere">,
  changes: ReadonlyMap<string, Change>,
  watched: ReadonlySet<string>,
  now: Date,
): Map<string, CellNews> {
  const news = new Map<string, CellNews>();
  const of = (cell: string) => {
    const known = news.get(cell) ?? { arrived: [], moved: [], gone: [] };
    news.set(cell, known);
    return known;
  };
  for (const [uid, { was, anew }] of changes) {
    const driver = drivers.get(uid);
    const there = driver && drivers.isThere(driver, now) ? driver : undefined;
    const cell = there && cellOf(there.about);
    if (was !== undefined && was !== cell && watched.has(was)) of(was).gone.push(uid);
    if (!there || cell === undefined || !watched.has(cell)) continue;
    if (anew || was !== cell) of(cell).arrived.push(there);
    else of(cell).moved.push(there);
  }
  return news;
}
