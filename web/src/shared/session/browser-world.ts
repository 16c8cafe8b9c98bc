import type { SessionWorld, TabNews } from "./session.ts";

const HINT = "commonlane.session";
/** Set beside the refresh cookie by a page that signs in without this app, such as the demo's. */
const OPENED_ELSEWHERE = "commonlane_session=open";

const calls = () => import("./session-calls.ts");

/** The session's world in a real browser. The calls are loaded when first needed, so that visitors do not pay for them. */
export function browserWorld(): SessionWorld {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(HINT) : undefined;
  return {
    // Tabs share one cookie that changes at each use: they must not use it at the same time.
    refresh: () => inTurn(async () => (await calls()).refresh()),
    signIn: (email, password) => inTurn(async () => (await calls()).signIn(email, password)),
    signOut: () => inTurn(async () => (await calls()).signOut()),
    loadProfile: async (idToken) => (await calls()).loadProfile(idToken),
    hint: { read: readHint, write: writeHint },
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
      tell: (news) => channel?.postMessage(news),
      listen: (hear) => channel?.addEventListener("message", ({ data }: MessageEvent<TabNews>) => hear(data)),
    },
    now: () => Date.now(),
    after: (ms, run) => {
      const id = setTimeout(run, ms);
      return () => clearTimeout(id);
    },
  };
}

/** One at a time over all tabs; where the browser has no locks (pages without TLS), simply at once. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(HINT, run) : run();
}

function readHint(): "open" | "closing" | null {
  if (document.cookie.includes(OPENED_ELSEWHERE)) {
    document.cookie = `${OPENED_ELSEWHERE}; Path=/; Max-Age=0; SameSite=Strict`;
    return "open";
  }
  try {
    const hint = localStorage.getItem(HINT);
    return hint === "open" || hint === "closing" ? hint : null;
  } catch {
    return null;
  }
}

function writeHint(hint: "open" | "closing" | null): void {
  try {
    if (hint === null) localStorage.removeItem(HINT);
    else localStorage.setItem(HINT, hint);
  } catch {
    // A browser that keeps nothing asks for the password again after a reload.
  }
}
