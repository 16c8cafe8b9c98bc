import type { Session } from "@commonlane/contract/accounts";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import { setDeviceCookie } from "../sign-in/known-devices.ts";
import { SESSION_VALID_S } from "./sessions.ts";

const REFRESH_COOKIE = "commonlane_refresh";
/** Only calls under this path receive the cookie. */
const REFRESH_PATH = "/api/identity";

/**
 * Signals to the web app that there is a session to continue; carries no secret (read by
 * web/src/shared/session/browser-environment.ts). Browsers such as Safari delete script storage after a week without a
 * visit, but not cookies set by a server.
 */
const SIGNED_IN_COOKIE = "commonlane_session";

interface SessionToSend {
  session: Session;
  refreshToken?: string;
  devices?: readonly string[];
}

/** Sets the refresh token and known devices as cookies and returns the rest as the reply. */
export function setSessionCookies(signedIn: SessionToSend, exchange: Exchange): Session {
  const session = setRefreshCookie(signedIn, exchange);
  if (signedIn.refreshToken) {
    exchange.setCookie(SIGNED_IN_COOKIE, "open", {
      path: "/",
      maxAgeS: SESSION_VALID_S,
      readable: true,
    });
  }
  return session;
}

/**
 * For sign-up, after which the user still has to sign in: sets no signed-in cookie, so the app does not continue the
 * session.
 */
export function setRefreshCookie(
  { session, refreshToken, devices }: SessionToSend,
  exchange: Exchange,
): Session {
  if (refreshToken)
    exchange.setCookie(REFRESH_COOKIE, refreshToken, {
      path: REFRESH_PATH,
      maxAgeS: SESSION_VALID_S,
    });
  if (devices) setDeviceCookie(exchange, devices);
  return session;
}

export const readRefreshCookie = (exchange: Exchange): string | undefined =>
  exchange.cookie(REFRESH_COOKIE);

/** Deletes both session cookies. */
export function clearRefreshCookie(exchange: Exchange): void {
  exchange.clearCookie(REFRESH_COOKIE, { path: REFRESH_PATH });
  exchange.clearCookie(SIGNED_IN_COOKIE, { path: "/" });
  exchange.clearCache();
}
