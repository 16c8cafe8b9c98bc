import { getMapCell } from "@commonlane/contract/driver-cells";
import type { DriverChange, Driver, DriversOnMap } from "./drivers-on-map.ts";
import { type DriverAudience, isForEveryone } from "../visibility.ts";

/** What happened in one cell. */
export interface CellUpdate {
  readonly arrived: readonly Driver[];
  readonly moved: readonly Driver[];
  readonly gone: readonly DepartedDriver[];
}
/** Somebody who is not there any more, or not for those for whom they were. */
interface DepartedDriver {
  readonly uid: string;
  readonly row: DriverAudience;
}
/** The same while it is put together. */
interface CellUpdateDraft {
  readonly arrived: Driver[];
  readonly moved: Driver[];
  readonly gone: DepartedDriver[];
}

/** What those who watch some cells are to be told of the changes. */
export function collectCellUpdates(
  drivers: Pick<DriversOnMap, "get" | "isActive">,
  changes: ReadonlyMap<string, DriverChange>,
  watched: ReadonlySet<string>,
  now: Date,
): Map<string, CellUpdate> {
  const updates = new Map<string, CellUpdateDraft>();
  const updateOf = (cell: string) => {
    const update = updates.get(cell) ?? { arrived: [], moved: [], gone: [] };
    updates.set(cell, update);
    return update;
  };
  for (const [uid, { previousCell, previousAudience, isNew }] of changes) {
    const driver = drivers.get(uid);
    const there = driver && drivers.isActive(driver, now) ? driver : undefined;
    const cell = there && getMapCell(there.approximate);
    const isNowRestricted =
      there !== undefined &&
      previousAudience !== undefined &&
      isForEveryone(previousAudience) &&
      !isForEveryone(there.row);
    const hasLeft =
      previousCell !== undefined && (previousCell !== cell || isNowRestricted) && watched.has(previousCell);
    if (hasLeft && previousAudience) updateOf(previousCell).gone.push({ uid, row: previousAudience });
    if (!there || cell === undefined || !watched.has(cell)) continue;
    if (isNew || previousCell !== cell) updateOf(cell).arrived.push(there);
    else updateOf(cell).moved.push(there);
  }
  return updates;
}

/** The part of it that somebody is shown, to whom a driver who has come back is not gone. */
export function filterCellUpdate(
  { arrived, moved, gone }: CellUpdate,
  isShown: (driver: { uid: string; row: DriverAudience }) => boolean,
): CellUpdate {
  const arrivedVisible = arrived.filter(isShown);
  const isBack = (uid: string) => arrivedVisible.some((driver) => driver.uid === uid);
  return {
    arrived: arrivedVisible,
    moved: moved.filter(isShown),
    gone: gone.filter((driver) => isShown(driver) && !isBack(driver.uid)),
  };
}

/** Whether there is something in it that is not for everybody. */
export const hasRestrictedDrivers = ({ arrived, moved, gone }: CellUpdate): boolean =>
  [...arrived, ...moved, ...gone].some(({ row }) => !isForEveryone(row));
