import { createHash, randomBytes } from "node:crypto";
import { CODE_VALID_S } from "@commonlane/contract/limits";
import type { Exchange } from "#platform/http/exchange.ts";

/** How long a verified code may wait to be spent. */
export const PROOF_VALID_S = 30 * 60;

/** Which browser asked for a code, so that nobody else can use up its tries. */
const ASKED = { name: "commonlane_asked", path: "/api", maxAgeS: CODE_VALID_S } as const;
/** Which browser verified one, so that nobody else can sign up with what it proved. */
const PROVEN = { name: "commonlane_proven", path: "/api/identity", maxAgeS: PROOF_VALID_S } as const;
const SECRET = /^[\w-]{43}$/;

/** The browser that asks for a code, by a secret in its cookie; one that has none is given one. */
export function asking(exchange: Exchange): string {
  const secret = askedBy(exchange) ?? newSecret();
  exchange.setCookie(ASKED.name, secret, ASKED);
  return flowOf(secret);
}

/** The browser that brings a code; nothing where it has not asked for one. */
export function broughtBy(exchange: Exchange): string | undefined {
  const secret = askedBy(exchange);
  return secret && flowOf(secret);
}

/** A secret for the browser that verifies a code: always a new one, so that nobody knows it who planted a cookie. */
export function newProof(): { secret: string; hash: string } {
  const secret = newSecret();
  return { secret, hash: flowOf(secret) };
}
export const handOutProof = (exchange: Exchange, secret: string): void =>
  exchange.setCookie(PROVEN.name, secret, PROVEN);

/** The browser that verified a code; nothing where it has not. */
export function provenBy(exchange: Exchange): string | undefined {
  const secret = exchange.cookie(PROVEN.name);
  return secret && SECRET.test(secret) ? flowOf(secret) : undefined;
}

function askedBy(exchange: Exchange): string | undefined {
  const secret = exchange.cookie(ASKED.name);
  return secret && SECRET.test(secret) ? secret : undefined;
}

const newSecret = () => randomBytes(32).toString("base64url");
const flowOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
