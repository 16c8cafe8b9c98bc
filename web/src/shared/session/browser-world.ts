import { networkError } from "../api-error.ts";
import { connection, onOffline } from "../connection.ts";
import { loadPart } from "../load-part.ts";
import type { SessionUser, SessionWorld, TabNews } from "./session.ts";

const HINT = "commonlane.session";
const LAST_USER = "commonlane.last-user";
/** Of shared/places. */
const PLACES = "commonlane.places.";
/** Set by the server beside the refresh cookie; outlives local storage, which Safari deletes after a week without a visit. */
const SESSION_COOKIE = "commonlane_session";

/** A session is not over because its code could not be fetched: that is tried again as any call is. */
const calls = async () => {
  const parts = loadPart("session-calls", () =>
    Promise.all([import("./session-calls.ts"), import("../browser-reach.ts")]),
  );
  const [loaded] = await parts.catch(() => Promise.reject(networkError()));
  return loaded;
};

/** The session's world in a real browser. The calls are loaded when first needed, so that visitors do not pay for them. */
export function browserWorld(): SessionWorld {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(HINT) : undefined;
  return {
    refresh: async () => (await calls()).refresh(),
    signIn: async (email, password) => (await calls()).signIn(email, password),
    signOut: async () => (await calls()).signOut(),
    loadProfile: async (idToken) => (await calls()).loadProfile(idToken),
    hint: { read: readHint, write: writeHint },
    lastUser: { read: readUser, write: writeUser, forget: forgetUser },
    offline: () => connection() === "offline",
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
      tell: (news) => channel?.postMessage(news),
      listen: (hear) => channel?.addEventListener("message", ({ data }: MessageEvent<TabNews>) => hear(data)),
    },
    inTurn,
    onOffline,
    now: () => Date.now(),
    after: (ms, run) => {
      const id = setTimeout(run, ms);
      return () => clearTimeout(id);
    },
  };
}

/**
 * One at a time over all tabs, because they share one cookie that changes at each use. Where the browser has no locks
 * (pages without TLS), simply at once.
 */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
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
    // A browser that keeps nothing asks for the password again after a reload.
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
  try {
    localStorage.setItem(LAST_USER, JSON.stringify(user));
  } catch {
    // Without it the app does not open offline.
  }
}

/** What features/offline keeps goes, too, and the places that were chosen. */
function forgetUser(): void {
  try {
    localStorage.removeItem(LAST_USER);
    for (const key of Object.keys(localStorage)) if (key.startsWith(PLACES)) localStorage.removeItem(key);
    indexedDB.deleteDatabase("commonlane");
  } catch {
    // Nothing was kept.
  }
}
