import { useEffect, useState } from "react";
import { startCooldown, cooldownSecondsLeft, cooldownStartedAt } from "./cooldown.ts";

/**
 * Seconds left of a cooldown. A named one started when the code was sent and survives a reload; without a name it
 * starts here.
 */
export function useCooldown(
  seconds: number,
  name?: string,
): readonly [leftS: number, restart: () => void] {
  const [startedAt, setStartedAt] = useState(() =>
    name === undefined ? Date.now() : cooldownStartedAt(name),
  );
  const [leftS, setLeftS] = useState(() => cooldownSecondsLeft(startedAt, seconds));
  useEffect(() => {
    const tick = () => setLeftS(cooldownSecondsLeft(startedAt, seconds));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [startedAt, seconds]);
  return [leftS, () => setStartedAt(name === undefined ? Date.now() : startCooldown(name))];
}
