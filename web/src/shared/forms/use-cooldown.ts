import { useEffect, useState } from "react";

/** Whole seconds that are left of a wait, counted down from when it was last started; 0 when it is over. */
export function useCooldown(seconds: number): readonly [leftS: number, restart: () => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const [leftS, setLeftS] = useState(seconds);
  useEffect(() => {
    const tick = () => setLeftS(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return [leftS, () => setUntil(Date.now() + seconds * 1000)];
}
