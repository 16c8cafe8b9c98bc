import { useEffect, useState } from "react";
import { startCooldown, cooldownSecondsLeft, cooldownStartedAt } from "./cooldown.ts";

/**
 * Whole seconds that are left of a wait; 0 when it is over. One with a name was begun where the code was sent, and goes on
 * after a reload; one without begins here.
 */
export function useCooldown(seconds: number, name?: string): readonly [leftS: number, restart: () => void] {
  const [startedAt, setStartedAt] = useState(() => (name === undefined ? Date.now() : cooldownStartedAt(name)));
  const [leftS, setLeftS] = useState(() => cooldownSecondsLeft(startedAt, seconds));
  useEffect(() => {
    const tick = () => setLeftS(cooldownSecondsLeft(startedAt, seconds));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [startedAt, seconds]);
  return [leftS, () => setStartedAt(name === undefined ? Date.now() : startCooldown(name))];
}
