import type { Session } from "@commonlane/contract/identity";
import type { Exchange } from "#platform/http/exchange.ts";
import { setDevices } from "./known-devices.ts";
import { SESSION_VALID_S } from "./sessions.ts";

const COOKIE = "commonlane_refresh";
/** The only calls that are sent the cookie. */
const PATH = "/api/identity";

/** Gives the refresh token and the devices as cookies, and the rest as the answer. */
export function handOut(
  { session, refreshToken, devices }: { session: Session; refreshToken?: string; devices?: readonly string[] },
  exchange: Exchange,
): Session {
  if (refreshToken) exchange.setCookie(COOKIE, refreshToken, { path: PATH, maxAgeS: SESSION_VALID_S });
  if (devices) setDevices(exchange, devices);
  return session;
}

export const refreshCookieOf = (exchange: Exchange): string | undefined => exchange.cookie(COOKIE);

/** Leaves nothing of the session in the browser. */
export function clearRefreshCookie(exchange: Exchange): void {
  exchange.clearCookie(COOKIE, { path: PATH });
  exchange.clearCache();
}
