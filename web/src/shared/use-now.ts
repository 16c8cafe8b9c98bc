import { useEffect, useState } from "react";

const EVERY_MS = 30_000;

/**
 * Current time in milliseconds, updated regularly so that departed rides and silent drivers do not appear as current.
 */
export function useNow(everyMs = EVERY_MS): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
