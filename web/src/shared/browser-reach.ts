import { onlineManager } from "@tanstack/react-query";
import { onOffline, reachedBy } from "./connection.ts";
import { Reach } from "./reach.ts";

const PROBED_WITHIN_MS = 5_000;

/** A hotel's network answers, too, but not like this. */
async function probe(): Promise<boolean> {
  try {
    const answer = await fetch("/health/live", { cache: "no-store", signal: AbortSignal.timeout(PROBED_WITHIN_MS) });
    const said: { readonly status?: unknown } | null = await answer.json();
    return said?.status === "ok";
  } catch {
    return false;
  }
}

const reach = new Reach({
  probe,
  hasNetwork: () => navigator.onLine,
  tell: (stands) => tell(stands),
  after: (ms, run) => {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
  random: Math.random,
});
const tell = reachedBy(reach.callEnded);
addEventListener("online", reach.lookAgain);
document.addEventListener("visibilitychange", reach.lookAgain);

// What cannot be read now is read as soon as the server is reached again.
onlineManager.setEventListener((setOnline) => onOffline((isOffline) => setOnline(!isOffline)));

/** Says how the live line stands; nothing where there is to be none. */
export const { lineStands } = reach;
