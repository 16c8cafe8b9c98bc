import { WatchDrivers } from "@commonlane/contract/active-drivers";
import { WATCHED_CELLS_MAX } from "@commonlane/contract/driver-cells";

/** What all pages of a browser watch together; where that is too much, what was said last comes first. */
export function mergeDriverWatches(watches: readonly unknown[]): WatchDrivers {
  const cells = watches.flatMap((watch) => WatchDrivers.safeParse(watch).data?.cells ?? []);
  return { cells: [...new Set(cells)].slice(0, WATCHED_CELLS_MAX) };
}
