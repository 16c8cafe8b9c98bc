import type { Session } from "@commonlane/contract/accounts";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import { setDeviceCookie } from "../sign-in/known-devices.ts";
import { SESSION_VALID_S } from "./sessions.ts";

const REFRESH_COOKIE = "commonlane_refresh";
/** The only calls that are sent the cookie. */
const REFRESH_PATH = "/api/identity";

/**
 * Tells the web app that there is a session to continue; carries no secret (web/src/shared/session/browser-environment.ts reads
 * it). Browsers such as Safari delete what scripts stored after a week without a visit, but not what a server set.
 */
const SIGNED_IN_COOKIE = "commonlane_session";

interface SessionToSend {
  session: Session;
  refreshToken?: string;
  devices?: readonly string[];
}

/** Signs the browser in: the refresh token and the known devices go into cookies, the rest is the reply. */
export function setSessionCookies(signedIn: SessionToSend, exchange: Exchange): Session {
  const session = setRefreshCookie(signedIn, exchange);
  if (signedIn.refreshToken) {
    exchange.setCookie(SIGNED_IN_COOKIE, "open", { path: "/", maxAgeS: SESSION_VALID_S, readable: true });
  }
  return session;
}

/** The same after sign-up, where the person still has to sign in: the app must not take the session for theirs. */
export function setRefreshCookie({ session, refreshToken, devices }: SessionToSend, exchange: Exchange): Session {
  if (refreshToken) exchange.setCookie(REFRESH_COOKIE, refreshToken, { path: REFRESH_PATH, maxAgeS: SESSION_VALID_S });
  if (devices) setDeviceCookie(exchange, devices);
  return session;
}

export const readRefreshCookie = (exchange: Exchange): string | undefined => exchange.cookie(REFRESH_COOKIE);

/** Leaves nothing of the session in the browser. */
export function clearRefreshCookie(exchange: Exchange): void {
  exchange.clearCookie(REFRESH_COOKIE, { path: REFRESH_PATH });
  exchange.clearCookie(SIGNED_IN_COOKIE, { path: "/" });
  exchange.clearCache();
}
