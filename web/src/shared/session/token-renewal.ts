/** When an ID token is renewed, by the specification's section 9. */

const RENEW_BEFORE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 16 * 60_000;

/**
 * How long a token lives from the moment it came, in milliseconds. It is read from the token's own two instants, so that a
 * wrong clock on this device changes nothing; `expiresAt` decides where the token cannot be read.
 */
export function lifetimeMs(idToken: string, expiresAt: string, now: number): number {
  try {
    const payload = (idToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const claims: unknown = JSON.parse(atob(payload));
    if (hasInstants(claims)) return (claims.exp - claims.iat) * 1000;
  } catch {
    // Not a readable token: the instant beside it has to do.
  }
  return Date.parse(expiresAt) - now;
}

/** How long to wait before renewing a token of that lifetime: 5 minutes before its end, and never in a tight loop. */
export const renewDelayMs = (lifetime: number): number => Math.max(lifetime - RENEW_BEFORE_MS, FIRST_RETRY_MS);

/** How long to wait after the n-th failure in a row (from 1): 30 s, doubling up to 16 minutes. */
export const retryDelayMs = (failures: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), LAST_RETRY_MS);

const hasInstants = (claims: unknown): claims is { iat: number; exp: number } =>
  typeof claims === "object" &&
  claims !== null &&
  "iat" in claims &&
  "exp" in claims &&
  typeof claims.iat === "number" &&
  typeof claims.exp === "number";
