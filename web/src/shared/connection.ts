/** After this long an answer is late: half of what a call may take. */
const SLOW_AFTER_MS = 5000;

/**
 * How the server is reached: `offline` where it is not, be it that the device knows of no network or that nothing comes
 * through the one it has. The one place that is asked, whatever waits for a connection.
 */
export type Connection = "online" | "slow" | "offline";

let late = 0;
let away = false;
let unreached = false;
let hearCall = (_answered: boolean): void => {};
const subscribers = new Set<() => void>();
const changed = () => {
  for (const tell of subscribers) tell();
};

/** Begins to watch one wait for the server; to be called again when it is over. */
export function watchWait(): () => void {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late++;
    changed();
  }, SLOW_AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (!isLate) return;
    isLate = false;
    late--;
    changed();
  };
}

export function connection(): Connection {
  if (!navigator.onLine || unreached) return "offline";
  return late > 0 ? "slow" : "online";
}

/** Calls back at each change, until the function it gives is called. */
export function onConnection(tell: () => void): () => void {
  subscribers.add(tell);
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    subscribers.delete(tell);
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
}

/** Calls back whenever the server is out of reach from then on, or is reached again. */
export function onOffline(tell: (isOffline: boolean) => void): () => void {
  let was = connection() === "offline";
  return onConnection(() => {
    const is = connection() === "offline";
    if (is !== was) tell((was = is));
  });
}

/** Whether what others do may not be heard of just now. */
export const isLineAway = (): boolean => away;

/** Says whether a call brought an answer of the server's own. */
export const callEnded = (answered: boolean): void => hearCall(answered);

/** For browser-reach.ts, which makes of calls, the live line and its own tries how the server is reached. */
export function reachedBy(hear: typeof hearCall): (stands: { away: boolean; unreached: boolean }) => void {
  hearCall = hear;
  return (stands) => {
    ({ away, unreached } = stands);
    changed();
  };
}
