import { DriversMoved } from "@commonlane/contract/active-drivers";
import { useEffect, useRef, useState } from "react";
import { followLine } from "#shared/live/line.ts";
import { afterFrame, isWhole, NOTHING_WATCHED, onlyIn, type Watched } from "./driver-list.ts";

/** Frames of many cells come at once; what is shown changes no more often than this. */
const GATHER_MS = 120;
/** Frames may be lost, so all is asked for again now and then; and soon, while a cell has not been told at all. */
const WATCH_AGAIN_MS = 60_000;
const MISSING_AGAIN_MS = 5_000;

/** What the live line tells of some cells of the map, nothing while the line is not there; and how to have it all told anew. */
export function useWatched(cells: readonly string[]): { watched: Watched; watchAgain: () => void } {
  const [watched, setWatched] = useState(NOTHING_WATCHED);
  const latest = useRef(NOTHING_WATCHED);
  const askAnew = useRef(() => {});
  const wanted = cells.join(" ");
  useEffect(() => {
    if (wanted === "") return undefined;
    const named = wanted.split(" ");
    let stop = () => {};
    latest.current = onlyIn(latest.current, named);
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      gathering = undefined;
      setWatched(latest.current);
    };
    const leave = followLine({
      event: "drivers.moved",
      hear(said) {
        const frame = DriversMoved.safeParse(said).data;
        // A frame of what was watched before may still be on its way.
        if (!frame || !named.includes(frame.cell)) return;
        latest.current = afterFrame(latest.current, frame, new Date().toISOString());
        gathering ??= setTimeout(show, GATHER_MS);
      },
      opened(say) {
        const watch = () => {
          clearTimeout(again);
          say("drivers.watch", { cells: named });
          again = setTimeout(lookAgain, MISSING_AGAIN_MS);
        };
        const lookAgain = () => {
          if (isWhole(latest.current, named)) again = setTimeout(watch, WATCH_AGAIN_MS - MISSING_AGAIN_MS);
          else watch();
        };
        askAnew.current = watch;
        stop = () => say("drivers.watch", { cells: [] });
        watch();
      },
      closed() {
        clearTimeout(again);
        askAnew.current = () => {};
        latest.current = NOTHING_WATCHED;
        show();
      },
    });
    return () => {
      leave();
      stop();
      askAnew.current = () => {};
      clearTimeout(again);
      clearTimeout(gathering);
    };
  }, [wanted]);
  return { watched, watchAgain: () => askAnew.current() };
}
