import { useEffect, useState } from "react";
import { beginWait, leftOfWait, waitBegunAt } from "./wait.ts";

/**
 * Whole seconds that are left of a wait; 0 when it is over. One with a name was begun where the code was sent, and goes on
 * after a reload; one without begins here.
 */
export function useCooldown(seconds: number, name?: string): readonly [leftS: number, restart: () => void] {
  const [begunAt, setBegunAt] = useState(() => (name === undefined ? Date.now() : waitBegunAt(name)));
  const [leftS, setLeftS] = useState(() => leftOfWait(begunAt, seconds));
  useEffect(() => {
    const tick = () => setLeftS(leftOfWait(begunAt, seconds));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [begunAt, seconds]);
  return [leftS, () => setBegunAt(name === undefined ? Date.now() : beginWait(name))];
}
