import type { ActiveDriver, DriverCellUpdate } from "@commonlane/contract/active-drivers";
import type { Connection } from "#platform/live/live-socket.ts";
import { viewDriverMove } from "../active-drivers.view.ts";
import { type CellUpdate, filterCellUpdate } from "./cell-updates.ts";
import type { Driver } from "./drivers-on-map.ts";
import { isForEveryone, isForViewerGender, type Visibility } from "../visibility.ts";

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
