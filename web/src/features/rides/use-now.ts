import { useEffect, useState } from "react";

const EVERY_MS = 30_000;

/** The present, in milliseconds, renewed every half minute so that what has left is not shown as still to come. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
