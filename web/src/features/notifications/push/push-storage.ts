import * as z from "zod/mini";
import { tokenSource } from "#shared/session/token-source.ts";

/** What this browser knows of the pushes that somebody gets in it. */
const StoredPush = z.object({
  endpoint: z.string(),
  /** When the server was last told, in milliseconds since the epoch. */
  at: z.number(),
  /** The session that told it; the server forgets a browser with its session. */
  session: z.string(),
});
type StoredPush = z.infer<typeof StoredPush>;

const storageKey = (uid: string) => `commonlane.push.${uid}`;

/** Nothing where pushes were never turned on here, or where the browser keeps nothing. */
export function readStoredPush(uid: string): StoredPush | undefined {
  try {
    return StoredPush.safeParse(JSON.parse(localStorage.getItem(storageKey(uid)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

export function storePush(uid: string, storedPush: StoredPush): void {
  try {
    localStorage.setItem(storageKey(uid), JSON.stringify(storedPush));
  } catch {
    // It is not known after a reload, then; the server knows.
  }
}

export function removeStoredPush(uid: string): void {
  try {
    localStorage.removeItem(storageKey(uid));
  } catch {
    // Nothing was kept.
  }
}

/** The id of the session, as its token tells. */
export function currentSessionId(): string {
  const [, claims = ""] = tokenSource().peek()?.split(".") ?? [];
  try {
    const tokenClaims: unknown = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return Session.parse(tokenClaims).sid;
  } catch {
    return "";
  }
}
const Session = z.object({ sid: z.string() });
