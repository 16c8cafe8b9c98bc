import { onlineManager } from "@tanstack/react-query";
import { onOfflineChange, connectReachability } from "./connection-status.ts";
import { ReachabilityMonitor } from "./reachability-monitor.ts";

const PROBED_WITHIN_MS = 5_000;

/** Checks the content of the reply too, because captive portals also answer. */
async function probe(): Promise<boolean> {
  try {
    const answer = await fetch("/health/live", {
      cache: "no-store",
      signal: AbortSignal.timeout(PROBED_WITHIN_MS),
    });
    const body: { readonly status?: unknown } | null = await answer.json();
    return body?.status === "ok";
  } catch {
    return false;
  }
}

const monitor = new ReachabilityMonitor({
  probe,
  hasNetwork: () => navigator.onLine,
  onChange: (state) => onChange(state),
  schedule: (ms, run) => {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
  random: Math.random,
});
const onChange = connectReachability(monitor.reportCallResult);
addEventListener("online", monitor.recheck);
document.addEventListener("visibilitychange", monitor.recheck);

// Paused queries continue as soon as the server is reachable again.
onlineManager.setEventListener((setOnline) =>
  onOfflineChange((isOffline) => setOnline(!isOffline)),
);

/** Reports the state of the WebSocket; undefined if there is none. */
export const { setLiveConnected } = monitor;
