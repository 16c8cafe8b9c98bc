import type { Session } from "@commonlane/contract/identity";
import type { Exchange } from "#platform/http/exchange.ts";
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
}

/** Signs the browser in: the refresh token goes into a cookie, the rest is the reply. */
export function handOut({ session, refreshToken }: Opened, exchange: Exchange): Session {
  if (refreshToken) {
    setRefreshCookie(refreshToken, exchange);
    exchange.setCookie(SIGNED_IN_COOKIE, "open", { path: "/", maxAgeS: SESSION_VALID_S, readable: true });
  }
  return session;
}

/** The same after sign-up, where the person still has to sign in: the app must not take the session for theirs. */
export function handOutUntilSignIn({ session, refreshToken }: Opened, exchange: Exchange): Session {
  if (refreshToken) setRefreshCookie(refreshToken, exchange);
  return session;
}

const setRefreshCookie = (token: string, exchange: Exchange): void =>
  exchange.setCookie(COOKIE, token, { path: PATH, maxAgeS: SESSION_VALID_S });

export const refreshCookieOf = (exchange: Exchange): string | undefined => exchange.cookie(COOKIE);

export function clearRefreshCookie(exchange: Exchange): void {
  exchange.clearCookie(COOKIE, { path: PATH });
  exchange.clearCookie(SIGNED_IN_COOKIE, { path: "/" });
}
