import { createHash, randomBytes } from "node:crypto";
import { CODE_VALID_S } from "@commonlane/contract/limits";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";

/** How long a verified code may wait to be spent. */
export const VERIFIED_CODE_VALID_S = 30 * 60;

/** Which browser asked for a code, so that nobody else can use up its tries. */
const REQUEST_COOKIE = { name: "commonlane_asked", path: "/api", maxAgeS: CODE_VALID_S } as const;
/** Which browser verified one, so that nobody else can sign up with what it proved. */
const VERIFIED_COOKIE = { name: "commonlane_proven", path: "/api/identity", maxAgeS: VERIFIED_CODE_VALID_S } as const;
const SECRET_FORMAT = /^[\w-]{43}$/;

/** The browser that asks for a code, by a secret in its cookie; one that has none is given one. */
export function startCodeRequest(exchange: Exchange): string {
  const secret = readRequestSecret(exchange) ?? newSecret();
  exchange.setCookie(REQUEST_COOKIE.name, secret, REQUEST_COOKIE);
  return hashSecret(secret);
}

/** The browser that brings a code; nothing where it has not asked for one. */
export function readCodeRequest(exchange: Exchange): string | undefined {
  const secret = readRequestSecret(exchange);
  return secret && hashSecret(secret);
}

/** A secret for the browser that verifies a code: always a new one, so that nobody knows it who planted a cookie. */
export function createVerificationSecret(): { secret: string; hash: string } {
  const secret = newSecret();
  return { secret, hash: hashSecret(secret) };
}
export const setVerifiedCookie = (exchange: Exchange, secret: string): void =>
  exchange.setCookie(VERIFIED_COOKIE.name, secret, VERIFIED_COOKIE);

/** The browser that verified a code; nothing where it has not. */
export function readVerifiedCookie(exchange: Exchange): string | undefined {
  const secret = exchange.cookie(VERIFIED_COOKIE.name);
  return secret && SECRET_FORMAT.test(secret) ? hashSecret(secret) : undefined;
}

function readRequestSecret(exchange: Exchange): string | undefined {
  const secret = exchange.cookie(REQUEST_COOKIE.name);
  return secret && SECRET_FORMAT.test(secret) ? secret : undefined;
}

const newSecret = () => randomBytes(32).toString("base64url");
const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");
