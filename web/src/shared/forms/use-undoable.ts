import { useEffect, useRef, useState } from "react";
import { beforeLogOut } from "../session/left-behind.ts";

/** Time to undo a decision before it is sent. */
const UNDO_MS = 6000;

/** What sends each decision of this tab that can still be undone. */
const undoable = new Set<() => void>();
/** Decisions that were sent and are not answered yet. */
const onTheirWay = new Set<Promise<void>>();

beforeLogOut.add(() => {
  for (const send of undoable) send();
  return onTheirWay.size > 0 ? Promise.all(onTheirWay) : undefined;
});

/**
 * Delays a decision so that it can be undone; leaving the page or logging out sends it immediately. The promise of
 * `send` settles with the reply. `undo` is undefined once it is being sent.
 *
 * @example
 *   const leave = useUndoable(() => leaveStandby.mutateAsync(id));
 *   leave.waiting
 *     ? <UndoBar text={t`Leaving the waitlist…`} onUndo={leave.undo} />
 *     : <Button onClick={leave.start}>{t`Leave the waitlist`}</Button>;
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
      // Errors are shown by the mutation itself.
      const answered = latest.current().then(reset, reset);
      onTheirWay.add(answered);
      void answered.then(() => onTheirWay.delete(answered));
    };
    const now = () => finish.current?.();
    const timer = setTimeout(now, UNDO_MS);
    undoable.add(now);
    addEventListener("pagehide", now);
    return () => {
      clearTimeout(timer);
      undoable.delete(now);
      removeEventListener("pagehide", now);
      // Unmounted during the delay: send now.
      now();
    };
  }, [waiting]);
  const undo = () => {
    if (!finish.current) return;
    finish.current = undefined;
    setStage("none");
  };
  return {
    waiting,
    start: () => setStage("undoable"),
    undo: stage === "undoable" ? undo : undefined,
  };
}
