import type { Session } from "@commonlane/contract/identity";
import type { Exchange } from "#platform/http/exchange.ts";
import { SESSION_VALID_S } from "./sessions.ts";

const COOKIE = "commonlane_refresh";
/** The only calls that are sent the cookie. */
const PATH = "/api/identity";

/** Gives the refresh token as a cookie, and the rest as the answer. */
export function handOut(
  { session, refreshToken }: { session: Session; refreshToken?: string },
  exchange: Exchange,
): Session {
  if (refreshToken) exchange.setCookie(COOKIE, refreshToken, { path: PATH, maxAgeS: SESSION_VALID_S });
  return session;
}

export const refreshCookieOf = (exchange: Exchange): string | undefined => exchange.cookie(COOKIE);

export const clearRefreshCookie = (exchange: Exchange): void => exchange.clearCookie(COOKIE, { path: PATH });
