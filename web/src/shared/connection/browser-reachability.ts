import { onlineManager } from "@tanstack/react-query";
import { onOfflineChange, connectReachability } from "./connection-status.ts";
import { ReachabilityMonitor } from "./reachability-monitor.ts";

const PROBED_WITHIN_MS = 5_000;

/** A hotel's network answers, too, but not like this. */
async function probe(): Promise<boolean> {
  try {
    const answer = await fetch("/health/live", { cache: "no-store", signal: AbortSignal.timeout(PROBED_WITHIN_MS) });
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

// What cannot be read now is read as soon as the server is reached again.
onlineManager.setEventListener((setOnline) => onOfflineChange((isOffline) => setOnline(!isOffline)));

/** Says how the live line stands; nothing where there is to be none. */
export const { setLiveConnected } = monitor;
