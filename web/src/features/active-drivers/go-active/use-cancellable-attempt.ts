import { useRef, useState } from "react";

/** What is under way, until it is done or broken off: then the driver is off the map, or stays as they were. */
export interface Attempt {
  cancelled?: "off" | "unchanged";
}

/** Attempts at something that takes a while, one at a time. Whoever breaks one off can begin another at once. */
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
  return { busy, run, breakOff: cancelAttempt, isRunning: () => running.current !== undefined };
}
