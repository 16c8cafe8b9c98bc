import * as z from "zod/mini";
import { tokenSource } from "#shared/session/token-source.ts";

/** What this browser remembers about a user's push subscription. */
const StoredPush = z.object({
  endpoint: z.string(),
  /** Time of the last registration with the server, in milliseconds since the epoch. */
  at: z.number(),
  /** Session that registered the subscription. The server deletes a subscription together with its session. */
  session: z.string(),
});
type StoredPush = z.infer<typeof StoredPush>;

const storageKey = (uid: string) => `commonlane.push.${uid}`;

/** Undefined if push was never turned on here, or if the browser has no storage. */
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
    // Without storage, the browser forgets this on reload; the server still knows it.
  }
}

export function removeStoredPush(uid: string): void {
  try {
    localStorage.removeItem(storageKey(uid));
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

/** Session id, read from the access token. */
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
