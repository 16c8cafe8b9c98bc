import type { Session } from "@commonlane/contract/identity";
import type { Exchange } from "#platform/http/exchange.ts";
import { setDevices } from "./known-devices.ts";
import { SESSION_VALID_S } from "./sessions.ts";

const COOKIE = "commonlane_refresh";
/** The only calls that are sent the cookie. */
const PATH = "/api/identity";

/**
 * Tells the web app that there is a session to continue; carries no secret (web/src/shared/session/browser-world.ts reads
 * it). Browsers such as Safari delete what scripts stored after a week without a visit, but not what a server set.
 */
const SIGNED_IN_COOKIE = "commonlane_session";

interface Opened {
  session: Session;
  refreshToken?: string;
  devices?: readonly string[];
}

/** Signs the browser in: the refresh token and the known devices go into cookies, the rest is the reply. */
export function handOut(opened: Opened, exchange: Exchange): Session {
  const session = handOutUntilSignIn(opened, exchange);
  if (opened.refreshToken) {
    exchange.setCookie(SIGNED_IN_COOKIE, "open", { path: "/", maxAgeS: SESSION_VALID_S, readable: true });
  }
  return session;
}

/** The same after sign-up, where the person still has to sign in: the app must not take the session for theirs. */
export function handOutUntilSignIn({ session, refreshToken, devices }: Opened, exchange: Exchange): Session {
  if (refreshToken) exchange.setCookie(COOKIE, refreshToken, { path: PATH, maxAgeS: SESSION_VALID_S });
  if (devices) setDevices(exchange, devices);
  return session;
}

export const refreshCookieOf = (exchange: Exchange): string | undefined => exchange.cookie(COOKIE);

/** Leaves nothing of the session in the browser. */
export function clearRefreshCookie(exchange: Exchange): void {
  exchange.clearCookie(COOKIE, { path: PATH });
  exchange.clearCookie(SIGNED_IN_COOKIE, { path: "/" });
  exchange.clearCache();
}
