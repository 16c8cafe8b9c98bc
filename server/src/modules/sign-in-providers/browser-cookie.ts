import { createHash, randomBytes } from "node:crypto";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";

/** Time for signing in at the provider, and again for what the person confirms afterwards. */
export const SIGN_IN_VALID_S = 15 * 60;

const COOKIE = { name: "commonlane_provider", path: "/api/identity", maxAgeS: SIGN_IN_VALID_S } as const;
const SECRET_FORMAT = /^[\w-]{43}$/;

/**
 * Binds a sign-in to this browser and returns the hash of the secret in its cookie. Always a new secret, so that an
 * attacker who planted a cookie does not know it.
 */
export function bindBrowser(exchange: Exchange): string {
  const secret = randomBytes(32).toString("base64url");
  exchange.setCookie(COOKIE.name, secret, COOKIE);
  return hashSecret(secret);
}

/** Hash of the secret in the browser's cookie; undefined if it has not started a sign-in. */
export function readBrowser(exchange: Exchange): string | undefined {
  const secret = exchange.cookie(COOKIE.name);
  return secret && SECRET_FORMAT.test(secret) ? hashSecret(secret) : undefined;
}

export const releaseBrowser = (exchange: Exchange): void => exchange.clearCookie(COOKIE.name, COOKIE);

export const hashSecret = (secret: string): string =>
  createHash("sha256").update(`sign-in ${secret}`).digest("base64url");
