import { CODE_VALID_MAX_S } from "@commonlane/contract/limits";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import { createSecret, hashToken } from "#platform/hashes.ts";

/** A verified code must be used within this time. */
export const VERIFIED_CODE_VALID_S = 30 * 60;

/** Identifies the browser that requested a code, so that others cannot use up its attempts. */
const REQUEST_COOKIE = {
  name: "commonlane_asked",
  path: "/api",
  maxAgeS: CODE_VALID_MAX_S,
} as const;
/** Identifies the browser that verified a code, so that no other browser can sign up with it. */
const VERIFIED_COOKIE = {
  name: "commonlane_proven",
  path: "/api/identity",
  maxAgeS: VERIFIED_CODE_VALID_S,
} as const;
const SECRET_FORMAT = /^[\w-]{43}$/;

/** Hash of the secret in the browser's request cookie; sets a new cookie if there is none. */
export function startCodeRequest(exchange: Exchange): string {
  const secret = readRequestSecret(exchange) ?? createSecret();
  exchange.setCookie(REQUEST_COOKIE.name, secret, REQUEST_COOKIE);
  return hashToken(secret);
}

/** Hash of the secret in the request cookie; undefined if this browser has not requested a code. */
export function readCodeRequest(exchange: Exchange): string | undefined {
  const secret = readRequestSecret(exchange);
  return secret && hashToken(secret);
}

/** Always a new secret, so that an attacker who planted a cookie does not know it. */
export function createVerificationSecret(): {
  secret: string;
  hash: string;
} {
  const secret = createSecret();
  return { secret, hash: hashToken(secret) };
}
export const setVerifiedCookie = (exchange: Exchange, secret: string): void =>
  exchange.setCookie(VERIFIED_COOKIE.name, secret, VERIFIED_COOKIE);

/**
 * Hash of the secret that proves a verified code: in the body, for clients that keep no cookies, or in the cookie.
 * Undefined if this client has not verified a code.
 */
export function readVerification(
  exchange: Exchange,
  proof: string | undefined,
): string | undefined {
  const secret = proof ?? exchange.cookie(VERIFIED_COOKIE.name);
  return secret && SECRET_FORMAT.test(secret) ? hashToken(secret) : undefined;
}

function readRequestSecret(exchange: Exchange): string | undefined {
  const secret = exchange.cookie(REQUEST_COOKIE.name);
  return secret && SECRET_FORMAT.test(secret) ? secret : undefined;
}
