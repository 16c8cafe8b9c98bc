import { createHash } from "node:crypto";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import { createSecret } from "#platform/hashes.ts";

/** Time for signing in at the provider, and again for what the person confirms afterwards. */
export const SIGN_IN_VALID_S = 15 * 60;

const COOKIE = {
  name: "commonlane_provider",
  path: "/api/identity",
  maxAgeS: SIGN_IN_VALID_S,
} as const;
const SECRET_FORMAT = /^[\w-]{43}$/;
const SEPARATOR = ".";
/** Tabs in which a person may sign in at the same time; the oldest sign-in gives way. */
const SECRETS_MAX = 5;

/**
 * Binds a sign-in to this browser and returns the hash of its secret. The cookie keeps the secrets of sign-ins in other
 * tabs, without the one that this replaces. Always a new secret, so that an attacker who planted a cookie does not know
 * it.
 */
export function bindBrowser(exchange: Exchange, replacedHash?: string): string {
  const secret = createSecret();
  const others = readSecrets(exchange).filter((other) => hashSecret(other) !== replacedHash);
  writeSecrets(exchange, [secret, ...others]);
  return hashSecret(secret);
}

/** Hashes of the secrets in the browser's cookie, the newest first; empty if it has not started a sign-in. */
export function readBrowser(exchange: Exchange): string[] {
  return readSecrets(exchange).map(hashSecret);
}

/** Forgets the secret of a sign-in that has ended; those of other tabs stay. */
export function releaseBrowser(exchange: Exchange, browserHash: string): void {
  const others = readSecrets(exchange).filter((secret) => hashSecret(secret) !== browserHash);
  if (others.length === 0) exchange.clearCookie(COOKIE.name, COOKIE);
  else writeSecrets(exchange, others);
}

function readSecrets(exchange: Exchange): string[] {
  const secrets = exchange.cookie(COOKIE.name)?.split(SEPARATOR) ?? [];
  return secrets.filter((secret) => SECRET_FORMAT.test(secret)).slice(0, SECRETS_MAX);
}

const writeSecrets = (exchange: Exchange, secrets: readonly string[]): void =>
  exchange.setCookie(COOKIE.name, secrets.slice(0, SECRETS_MAX).join(SEPARATOR), COOKIE);

export const hashSecret = (secret: string): string =>
  createHash("sha256").update(`sign-in ${secret}`).digest("base64url");
