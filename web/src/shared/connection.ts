/** After this long an answer is late: half of what a call may take. */
const SLOW_AFTER_MS = 5000;

/** A line that is back so soon was never away. */
const AWAY_AFTER_MS = 3000;

/** How the line to the server is: what the device says of its network, and whether answers are late. */
export type Connection = "online" | "slow" | "offline";

let late = 0;
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
  if (!navigator.onLine) return "offline";
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

let away = false;
let awaySoon: ReturnType<typeof setTimeout> | undefined;

/** Whether what others do may not be heard of just now. */
export const isLineAway = (): boolean => away;

/** Says how the live line stands. */
export function lineStands(isThere: boolean): void {
  clearTimeout(awaySoon);
  awaySoon = undefined;
  if (isThere && away) {
    away = false;
    changed();
  } else if (!isThere && !away) {
    awaySoon = setTimeout(() => {
      away = true;
      changed();
    }, AWAY_AFTER_MS);
  }
}
