import { useEffect, useRef, useState } from "react";

/** How long a decision can be taken back before the other person hears of it. */
const UNDO_MS = 6000;

/**
 * Makes a decision after a moment in which it can be undone; leaving the page makes it at once. `send` gives a promise that
 * ends, well or not, when the decision was answered.
 */
export function useUndoable(send: () => Promise<unknown>) {
  const [waiting, setWaiting] = useState(false);
  const latest = useRef(send);
  const finish = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (!waiting) return undefined;
    let sent = false;
    finish.current = () => {
      if (sent) return;
      sent = true;
      // What went wrong is told where the call is made.
      void latest.current().then(
        () => setWaiting(false),
        () => setWaiting(false),
      );
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
  return {
    waiting,
    start: () => setWaiting(true),
    undo: () => {
      finish.current = undefined;
      setWaiting(false);
    },
  };
}
