/** Replies are late after this time: half of the timeout of a call. */
const SLOW_AFTER_MS = 5000;

/**
 * Connection to the server; `offline` if the device has no network or the server is unreachable. The single source for
 * everything that depends on the connection.
 */
export type ConnectionStatus = "online" | "slow" | "offline";

let pendingRequests = 0;
let slowRequests = 0;
let liveConnectionLost = false;
let unreachable = false;
const waitingForReplies = new Set<() => void>();
let onCallResult = (_gotAnswer: boolean): void => {};
const subscribers = new Set<() => void>();
const notifySubscribers = () => {
  for (const listener of subscribers) listener();
};

/** Starts to track a request; call the returned function when it ends. */
export function trackRequest(): () => void {
  let isPending = true;
  let isLate = false;
  pendingRequests++;
  const timer = setTimeout(() => {
    isLate = true;
    slowRequests++;
    notifySubscribers();
  }, SLOW_AFTER_MS);
  return () => {
    if (!isPending) return;
    isPending = false;
    pendingRequests--;
    clearTimeout(timer);
    if (pendingRequests === 0) releaseWaiting();
    if (!isLate) return;
    slowRequests--;
    notifySubscribers();
  };
}

function releaseWaiting(): void {
  for (const release of waitingForReplies) release();
  waitingForReplies.clear();
}

/** Resolves once no request is under way, at the latest after `atMostMs`. */
export async function allReplies(atMostMs: number): Promise<void> {
  if (pendingRequests === 0) return;
  await new Promise<void>((resolve) => {
    waitingForReplies.add(resolve);
    setTimeout(resolve, atMostMs);
  });
}

export function connectionStatus(): ConnectionStatus {
  if (!navigator.onLine || unreachable) return "offline";
  return slowRequests > 0 ? "slow" : "online";
}

/** Calls the listener on every change; returns the unsubscribe function. */
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

/** Calls the listener whenever the server becomes unreachable or reachable. */
export function onOfflineChange(listener: (isOffline: boolean) => void): () => void {
  let wasOffline = connectionStatus() === "offline";
  return onConnectionChange(() => {
    const isOfflineNow = connectionStatus() === "offline";
    if (isOfflineNow !== wasOffline) listener((wasOffline = isOfflineNow));
  });
}

/** True if changes by other users may not arrive at the moment. */
export const isLiveConnectionLost = (): boolean => liveConnectionLost;

/** Reports whether a call got a reply from the server itself. */
export const reportCallResult = (gotAnswer: boolean): void => onCallResult(gotAnswer);

/** Used by browser-reachability.ts, which derives the status from calls, the WebSocket and its own probes. */
export function connectReachability(
  listener: typeof onCallResult,
): (state: { liveConnectionLost: boolean; unreachable: boolean }) => void {
  onCallResult = listener;
  return (state) => {
    ({ liveConnectionLost, unreachable } = state);
    notifySubscribers();
  };
}
