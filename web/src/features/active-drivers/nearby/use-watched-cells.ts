import { DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { useEffect, useRef, useState } from "react";
import { subscribeToSocket } from "#shared/live/socket-client.ts";
import { applyFrame, hasAllCells, NO_WATCHED_DRIVERS, keepCells, type WatchedDrivers } from "./driver-list.ts";

/** Frames of many cells come at once; what is shown changes no more often than this. */
const BATCH_MS = 120;
/** Frames may be lost, so all is asked for again now and then; and soon, while a cell has not been told at all. */
const REWATCH_MS = 60_000;
const MISSING_RETRY_MS = 5_000;

/** What the live line tells of some cells of the map, nothing while the line is not there; and how to have it all told anew. */
export function useWatchedCells(cells: readonly string[]): { watched: WatchedDrivers; refreshWatch: () => void } {
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
        const frame = DriverCellUpdate.safeParse(payload).data;
        // A frame of what was watched before may still be on its way.
        if (!frame || !cellNames.includes(frame.cell)) return;
        latest.current = applyFrame(latest.current, frame, new Date().toISOString());
        batchTimer ??= setTimeout(publish, BATCH_MS);
      },
      onOpen(say) {
        const watch = () => {
          clearTimeout(rewatchTimer);
          say("drivers.watch", { cells: cellNames });
          rewatchTimer = setTimeout(checkCells, MISSING_RETRY_MS);
        };
        const checkCells = () => {
          if (hasAllCells(latest.current, cellNames)) rewatchTimer = setTimeout(watch, REWATCH_MS - MISSING_RETRY_MS);
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
  return { watched, refreshWatch: () => refreshRef.current() };
}
