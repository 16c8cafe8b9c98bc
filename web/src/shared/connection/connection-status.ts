/** After this long an answer is late: half of what a call may take. */
const SLOW_AFTER_MS = 5000;

/**
 * How the server is reached: `offline` where it is not, be it that the device knows of no network or that nothing comes
 * through the one it has. The one place that is asked, whatever waits for a connection.
 */
export type ConnectionStatus = "online" | "slow" | "offline";

let slowRequests = 0;
let liveConnectionLost = false;
let unreachable = false;
let onCallResult = (_gotAnswer: boolean): void => {};
const subscribers = new Set<() => void>();
const notifySubscribers = () => {
  for (const listener of subscribers) listener();
};

/** Begins to watch one wait for the server; to be called again when it is over. */
export function trackRequest(): () => void {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    slowRequests++;
    notifySubscribers();
  }, SLOW_AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (!isLate) return;
    isLate = false;
    slowRequests--;
    notifySubscribers();
  };
}

export function connectionStatus(): ConnectionStatus {
  if (!navigator.onLine || unreachable) return "offline";
  return slowRequests > 0 ? "slow" : "online";
}

/** Calls back at each change, until the function it gives is called. */
export function onConnectionChange(listener: () => void): () => void {
  subscribers.add(listener);
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    subscribers.delete(listener);
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Calls back whenever the server is out of reach from then on, or is reached again. */
export function onOfflineChange(listener: (isOffline: boolean) => void): () => void {
  let wasOffline = connectionStatus() === "offline";
  return onConnectionChange(() => {
    const isOfflineNow = connectionStatus() === "offline";
    if (isOfflineNow !== wasOffline) listener((wasOffline = isOfflineNow));
  });
}

/** Whether what others do may not be heard of just now. */
export const isLiveConnectionLost = (): boolean => liveConnectionLost;

/** Says whether a call brought an answer of the server's own. */
export const reportCallResult = (gotAnswer: boolean): void => onCallResult(gotAnswer);

/** For browser-reach.ts, which makes of calls, the live line and its own tries how the server is reached. */
export function connectReachability(
  listener: typeof onCallResult,
): (state: { liveConnectionLost: boolean; unreachable: boolean }) => void {
  onCallResult = listener;
  return (state) => {
    ({ liveConnectionLost, unreachable } = state);
    notifySubscribers();
  };
}
