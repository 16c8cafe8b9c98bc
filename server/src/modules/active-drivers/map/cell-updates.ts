import type { ActiveDriver, DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { getMapCell } from "@commonlane/contract/driver-cells";
import type { Connection } from "#platform/live/live-socket.ts";
import { viewDriverMove } from "../active-drivers.view.ts";
import type { DriverChange, Driver, DriversOnMap } from "./drivers-on-map.ts";
import {
  type DriverAudience,
  isForEveryone,
  isForViewerGender,
  type Visibility,
} from "../visibility.ts";

/** Changes in one map cell. */
export interface CellUpdate {
  readonly arrived: readonly Driver[];
  readonly moved: readonly Driver[];
  readonly gone: readonly DepartedDriver[];
}
/** A driver who is no longer there, or no longer visible to the audience they were visible to before. */
interface DepartedDriver {
  readonly uid: string;
  readonly row: DriverAudience;
}
/** Same while it is being built. */
interface CellUpdateDraft {
  readonly arrived: Driver[];
  readonly moved: Driver[];
  readonly gone: DepartedDriver[];
}

/** Collects the changes to send to the subscribers of cells. */
export function collectCellUpdates(
  drivers: Pick<DriversOnMap, "get" | "isActive">,
  changes: ReadonlyMap<string, DriverChange>,
  watched: ReadonlySet<string>,
  now: Date,
): Map<string, CellUpdate> {
  const updates = new Map<string, CellUpdateDraft>();
  const updateOf = (cell: string) => {
    const update = updates.get(cell) ?? {
      arrived: [],
      moved: [],
      gone: [],
    };
    updates.set(cell, update);
    return update;
  };
  for (const [uid, { previousCell, previousAudience, isNew }] of changes) {
    const driver = drivers.get(uid);
    const active = driver && drivers.isActive(driver, now) ? driver : undefined;
    const cell = active && getMapCell(active.approximate);
    const isNowRestricted =
      active !== undefined &&
      previousAudience !== undefined &&
      isForEveryone(previousAudience) &&
      !isForEveryone(active.row);
    const hasLeft =
      previousCell !== undefined &&
      (previousCell !== cell || isNowRestricted) &&
      watched.has(previousCell);
    if (hasLeft && previousAudience)
      updateOf(previousCell).gone.push({
        uid,
        row: previousAudience,
      });
    if (!active || cell === undefined || !watched.has(cell)) continue;
    if (isNew || previousCell !== cell) updateOf(cell).arrived.push(active);
    else updateOf(cell).moved.push(active);
  }
  return updates;
}

/** The part of an update that a viewer may see. A driver who came back is not reported as gone. */
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

/** Returns true if the update contains drivers that only some viewers may see. */
export function hasRestrictedDrivers({ arrived, moved, gone }: CellUpdate): boolean {
  return [...arrived, ...moved, ...gone].some(({ row }) => !isForEveryone(row));
}

export type ViewDriver = (driver: Driver, exact: boolean) => ActiveDriver[];

export const NO_UPDATE: CellUpdate = { arrived: [], moved: [], gone: [] };
export const hasChanges = ({ arrived, moved, gone }: DriverCellUpdate): boolean =>
  arrived.length + moved.length + gone.length > 0;

/** The update as strangers see it. */
export const toCellUpdateMessage = (
  cell: string,
  { arrived, moved, gone }: CellUpdate,
  view: ViewDriver,
): DriverCellUpdate => ({
  cell,
  complete: false,
  arrived: arrived.flatMap((driver) => view(driver, false)),
  moved: moved.map((driver) => viewDriverMove(driver, false)),
  gone: gone.map(({ uid }) => uid),
});

/** Sends drivers visible to their own gender only, in addition to the public update. */
export function sendRestrictedUpdates(
  {
    connection,
    cells,
    visibility,
  }: {
    readonly connection: Connection;
    readonly cells: ReadonlySet<string>;
    readonly visibility: Visibility;
  },
  restricted: ReadonlyMap<string, CellUpdate>,
  view: ViewDriver,
): void {
  for (const cell of cells) {
    const update = restricted.get(cell);
    if (!update) continue;
    const message = toCellUpdateMessage(
      cell,
      filterCellUpdate(
        update,
        ({ row }) => !isForEveryone(row) && isForViewerGender(row, visibility.gender),
      ),
      view,
    );
    if (hasChanges(message)) connection.send("drivers.moved", message);
  }
}
