import { useEffect, useRef, useState } from "react";

/** How long a decision can be taken back before the other person hears of it. */
const UNDO_MS = 6000;

/**
 * Makes a decision after a moment in which it can be undone; leaving the page makes it at once. `send` gives a promise that
 * ends, well or not, when the decision was answered. There is no `undo` any more from when it is on its way.
 */
export function useUndoable(send: () => Promise<unknown>) {
  const [stage, setStage] = useState<"none" | "undoable" | "on-its-way">("none");
  const waiting = stage !== "none";
  const latest = useRef(send);
  const finish = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (!waiting) return undefined;
    const reset = () => setStage("none");
    finish.current = () => {
      finish.current = undefined;
      setStage("on-its-way");
      // What went wrong is told where the call is made.
      void latest.current().then(reset, reset);
    };
    const now = () => finish.current?.();
    const timer = setTimeout(now, UNDO_MS);
    addEventListener("pagehide", now);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", now);
      // Left while waiting: what was said stands.
      now();
    };
  }, [waiting]);
  const undo = () => {
    if (!finish.current) return;
    finish.current = undefined;
    setStage("none");
  };
  return { waiting, start: () => setStage("undoable"), undo: stage === "undoable" ? undo : undefined };
}
