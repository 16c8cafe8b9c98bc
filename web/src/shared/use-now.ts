import { useEffect, useState } from "react";

const EVERY_MS = 30_000;

/** The present, in milliseconds, renewed so often that what has left, or is silent, is not shown as if it were still there. */
export function useNow(everyMs = EVERY_MS): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
