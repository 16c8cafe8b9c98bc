import { DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { useEffect, useRef, useState } from "react";
import { subscribeToSocket } from "#shared/live/socket-client.ts";
import {
  applyCellUpdate,
  hasAllCells,
  NO_WATCHED_DRIVERS,
  keepCells,
  type WatchedDrivers,
} from "./driver-list.ts";

/** Updates of many cells arrive together; renders are batched to this interval. */
const BATCH_MS = 120;
/** Updates may get lost, so cells are requested again regularly, and sooner while one is missing. */
const REWATCH_MS = 60_000;
const MISSING_RETRY_MS = 5_000;

/** Live drivers of some map cells, empty while disconnected, and a function to request full updates again. */
export function useWatchedCells(cells: readonly string[]): {
  watched: WatchedDrivers;
  refreshWatch: () => void;
} {
  const [watched, setWatched] = useState(NO_WATCHED_DRIVERS);
  const latest = useRef(NO_WATCHED_DRIVERS);
  const refreshRef = useRef(() => {});
  const cellKey = cells.join(" ");
  useEffect(() => {
    if (cellKey === "") return undefined;
    const cellNames = cellKey.split(" ");
    let unwatch = () => {};
    latest.current = keepCells(latest.current, cellNames);
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    let rewatchTimer: ReturnType<typeof setTimeout> | undefined;
    const publish = () => {
      batchTimer = undefined;
      setWatched(latest.current);
    };
    const unsubscribe = subscribeToSocket({
      event: "drivers.moved",
      onMessage(payload) {
        const update = DriverCellUpdate.safeParse(payload).data;
        // An update of previously watched cells may still arrive.
        if (!update || !cellNames.includes(update.cell)) return;
        latest.current = applyCellUpdate(latest.current, update, new Date().toISOString());
        batchTimer ??= setTimeout(publish, BATCH_MS);
      },
      onOpen(say) {
        const watch = () => {
          clearTimeout(rewatchTimer);
          say("drivers.watch", { cells: cellNames });
          rewatchTimer = setTimeout(checkCells, MISSING_RETRY_MS);
        };
        const checkCells = () => {
          if (hasAllCells(latest.current, cellNames))
            rewatchTimer = setTimeout(watch, REWATCH_MS - MISSING_RETRY_MS);
          else watch();
        };
        refreshRef.current = watch;
        unwatch = () => say("drivers.watch", { cells: [] });
        watch();
      },
      onClose() {
        clearTimeout(rewatchTimer);
        refreshRef.current = () => {};
        latest.current = NO_WATCHED_DRIVERS;
        publish();
      },
    });
    return () => {
      unsubscribe();
      unwatch();
      refreshRef.current = () => {};
      clearTimeout(rewatchTimer);
      clearTimeout(batchTimer);
    };
  }, [cellKey]);
  return {
    watched,
    refreshWatch: () => refreshRef.current(),
  };
}
