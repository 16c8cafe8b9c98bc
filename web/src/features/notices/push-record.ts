import * as z from "zod/mini";
import { tokenSource } from "#shared/session/token-source.ts";

/** What this browser knows of the pushes that somebody gets in it. */
const Kept = z.object({
  endpoint: z.string(),
  /** When the server was last told, in milliseconds since the epoch. */
  at: z.number(),
  /** The session that told it; the server forgets a browser with its session. */
  session: z.string(),
});
type Kept = z.infer<typeof Kept>;

const keyOf = (uid: string) => `commonlane.push.${uid}`;

/** Nothing where pushes were never turned on here, or where the browser keeps nothing. */
export function keptPush(uid: string): Kept | undefined {
  try {
    return Kept.safeParse(JSON.parse(localStorage.getItem(keyOf(uid)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

export function keepPush(uid: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(uid), JSON.stringify(kept));
  } catch {
    // It is not known after a reload, then; the server knows.
  }
}

export function forgetPush(uid: string): void {
  try {
    localStorage.removeItem(keyOf(uid));
  } catch {
    // Nothing was kept.
  }
}

/** The id of the session, as its token tells. */
export function sessionNow(): string {
  const [, claims = ""] = tokenSource().peek()?.split(".") ?? [];
  try {
    const read: unknown = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return Session.parse(read).sid;
  } catch {
    return "";
  }
}
const Session = z.object({ sid: z.string() });
