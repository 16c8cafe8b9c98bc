import { WatchDrivers } from "@commonlane/contract/active-drivers";
import { WATCHED_CELLS_MAX } from "@commonlane/contract/driver-cells";

/** Merges the map cells watched by all tabs; above the limit, recent watches take precedence. */
export function mergeDriverWatches(watches: readonly unknown[]): WatchDrivers {
  const cells = watches.flatMap((watch) => WatchDrivers.safeParse(watch).data?.cells ?? []);
  return { cells: [...new Set(cells)].slice(0, WATCHED_CELLS_MAX) };
}
