import { useEffect, useRef, useState } from "react";

/** Time to undo a decision before it is sent. */
const UNDO_MS = 6000;

/** Sends each decision of this tab that can still be undone. */
const undoable = new Set<() => Promise<void>>();

/** Sends the decisions that can still be undone, before the user is signed out. Resolves when they are answered. */
export async function sendUndoable(): Promise<void> {
  await Promise.all([...undoable].map((send) => send()));
}

/**
 * Delays a decision so that it can be undone; leaving the page or logging out sends it immediately. The promise of `send` settles with
 * the reply. `undo` is undefined once it is being sent.
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
  const finish = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (!waiting) return undefined;
    const reset = () => setStage("none");
    finish.current = async () => {
      finish.current = undefined;
      setStage("on-its-way");
      // Errors are shown by the mutation itself.
      await latest.current().then(reset, reset);
    };
    const now = async () => finish.current?.();
    const timer = setTimeout(() => void now(), UNDO_MS);
    const onPageHide = () => void now();
    undoable.add(now);
    addEventListener("pagehide", onPageHide);
    return () => {
      clearTimeout(timer);
      undoable.delete(now);
      removeEventListener("pagehide", onPageHide);
      // Unmounted during the delay: send now.
      void now();
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
