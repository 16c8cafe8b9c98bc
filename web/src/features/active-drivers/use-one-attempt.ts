import { useRef, useState } from "react";

/** What is under way, until it is done or broken off: then the driver is off the map, or stays as they were. */
export interface Attempt {
  broken?: "off" | "asItWas";
}

/** Attempts at something that takes a while, one at a time. Whoever breaks one off can begin another at once. */
export function useOneAttempt() {
  const running = useRef<Attempt>(undefined);
  const [busy, setBusy] = useState(false);
  const end = () => {
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
      if (running.current === attempt) end();
    }
  };
  const breakOff = (broken: NonNullable<Attempt["broken"]>) => {
    if (running.current) running.current.broken = broken;
    end();
  };
  return { busy, run, breakOff, isUnderWay: () => running.current !== undefined };
}
