import { useEffect, useEffectEvent, useState } from "react";

/** A press that waits for something: its action runs at once, or as soon as `isWaiting` ends. */
export function useHeldPress(isWaiting: boolean, action: () => void) {
  const [isHeld, setHeld] = useState(false);
  const runHeld = useEffectEvent(() => {
    setHeld(false);
    action();
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- The press ends with the action, once for each press.
    if (isHeld && !isWaiting) runHeld();
  }, [isHeld, isWaiting]);
  return { isHeld, press: () => (isWaiting ? setHeld(true) : action()), release: () => setHeld(false) };
}
