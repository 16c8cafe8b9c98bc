import { useRef, useState } from "react";

/** A running attempt. If `cancelled`, the driver ends up offline or unchanged. */
export interface Attempt {
  cancelled?: "off" | "unchanged";
}

/** Runs one attempt at a time; after cancelling, a new one can start right away. */
export function useCancellableAttempt() {
  const running = useRef<Attempt>(undefined);
  const [busy, setBusy] = useState(false);
  const finish = () => {
    running.current = undefined;
    setBusy(false);
  };
  const run = async (work: (attempt: Attempt) => Promise<boolean>): Promise<boolean> => {
    if (running.current) return false;
    const attempt: Attempt = {};
    running.current = attempt;
    setBusy(true);
    try {
      return await work(attempt);
    } finally {
      if (running.current === attempt) finish();
    }
  };
  const cancelAttempt = (cancelled: NonNullable<Attempt["cancelled"]>) => {
    if (running.current) running.current.cancelled = cancelled;
    finish();
  };
  return {
    busy,
    run,
    cancelAttempt,
    isRunning: () => running.current !== undefined,
  };
}
