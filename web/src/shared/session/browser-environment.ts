import { networkError } from "../api/api-error.ts";
import { forgetEarlyReplies } from "../api/early-replies.ts";
import {
  connectionStatus,
  onOfflineChange,
  trackRequest,
} from "../connection/connection-status.ts";
import { loadChunk } from "../load-chunk.ts";
import { removeLeftBehind, restoreUnfinished } from "./left-behind.ts";
import {
  type SessionUser,
  type SessionEnvironment,
  setUserTimeZone,
  type TabMessage,
} from "./session.ts";

const HINT = "commonlane.session";
const LAST_USER = "commonlane.last-user";
/**
 * Set by the server with the refresh cookie. Outlives local storage, which Safari deletes after a week without a visit.
 */
const SESSION_COOKIE = "commonlane_session";

/** Failing to load the code does not end the session; it is retried like any call. */
const loadSessionApi = async () => {
  const parts = loadChunk("session-api", () =>
    Promise.all([import("./session-api.ts"), import("../connection/browser-reachability.ts")]),
  );
  const [loaded] = await parts.catch(() => Promise.reject(networkError()));
  return loaded;
};

/**
 * The session's environment in a real browser. The calls are loaded on first use, so that visitors do not download
 * them.
 */
export function browserEnvironment(): SessionEnvironment {
  trackEarlyRenewal();
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(HINT) : undefined;
  return {
    refresh: async () => (await loadSessionApi()).refresh(),
    signIn: async (...credentials) => (await loadSessionApi()).signIn(...credentials),
    signOut: async (idToken) => (await loadSessionApi()).signOut(idToken),
    loadProfile: async (idToken) => (await loadSessionApi()).loadProfile(idToken),
    hint: { read: readHint, write: writeHint },
    lastUser: {
      read: readUser,
      write: writeUser,
      forget: (uid) => {
        forgetEarlyReplies();
        removeLeftBehind(uid);
      },
    },
    // Without a position, the first connection reloads all lists.
    startLiveEvents: (uid, seq) =>
      loadSessionApi().then(
        (api) => api.startLiveEvents(uid, seq),
        () => undefined,
      ),
    isOffline: () => connectionStatus() === "offline",
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
      send: (tabMessage) => channel?.postMessage(tabMessage),
      listen: (listener) =>
        channel?.addEventListener("message", ({ data }: MessageEvent<TabMessage>) =>
          listener(data),
        ),
    },
    runExclusive,
    onOfflineChange,
    now: () => Date.now(),
    schedule: (ms, run) => {
      const id = setTimeout(run, ms);
      return () => clearTimeout(id);
    },
  };
}

/**
 * The renewal of the early script (web/build/preload-chunks.ts) has the lock until it is answered, so that no call is
 * made that would show that the server is slow.
 */
function trackEarlyRenewal(): void {
  const renewal = globalThis.commonlaneEarly?.["POST /api/identity/refresh"];
  if (!renewal) return;
  const stopWatching = trackRequest();
  renewal.then(stopWatching, stopWatching);
}

/**
 * Runs one function at a time across all tabs, because they share one cookie that changes on each use. Without locks
 * (pages without TLS), runs it immediately.
 */
function runExclusive<T>(run: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(HINT, run) : run();
}

function readHint(): "open" | "closing" | null {
  const cookie = document.cookie.includes(`${SESSION_COOKIE}=open`) ? "open" : null;
  try {
    const hint = localStorage.getItem(HINT);
    return hint === "open" || hint === "closing" ? hint : cookie;
  } catch {
    return cookie;
  }
}

function writeHint(hint: "open" | "closing" | null): void {
  if (hint !== "open") {
    for (const prefix of ["", "__Secure-"]) {
      document.cookie = `${prefix}${SESSION_COOKIE}=; Path=/; Max-Age=0; SameSite=Strict${prefix && "; Secure"}`;
    }
  }
  try {
    if (hint === null) localStorage.removeItem(HINT);
    else localStorage.setItem(HINT, hint);
  } catch {
    // If storage is blocked, a reload requires signing in again.
  }
}

function readUser(): SessionUser | undefined {
  try {
    const user: SessionUser | null = JSON.parse(localStorage.getItem(LAST_USER) ?? "null");
    return user?.uid ? user : undefined;
  } catch {
    return undefined;
  }
}

function writeUser(user: SessionUser): void {
  restoreUnfinished(user.uid);
  // An older release stored users without it.
  setUserTimeZone(user.timeZone ?? null);
  try {
    localStorage.setItem(LAST_USER, JSON.stringify(user));
  } catch {
    // If storage is blocked, the app does not open offline.
  }
}
