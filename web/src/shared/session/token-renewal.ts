/** Renewal schedule of ID tokens (specification, section 9). */

const RENEW_BEFORE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 16 * 60_000;

/**
 * Remaining lifetime of a new token in milliseconds. Computed from the token's own timestamps, so that a wrong device
 * clock has no effect; falls back to `expiresAt` if the token cannot be read.
 */
export function lifetimeMs(idToken: string, expiresAt: string, now: number): number {
  try {
    const payload = (idToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const claims: unknown = JSON.parse(atob(payload));
    if (hasInstants(claims)) return (claims.exp - claims.iat) * 1000;
  } catch {
    // Unreadable token: use `expiresAt`.
  }
  return Date.parse(expiresAt) - now;
}

/** Delay before renewing a token: until 5 minutes before its end, and never in a tight loop. */
export const renewDelayMs = (lifetime: number): number =>
  Math.max(lifetime - RENEW_BEFORE_MS, FIRST_RETRY_MS);

/** Delay after the n-th consecutive failure (from 1): 30 s, doubling up to 16 minutes. */
export const retryDelayMs = (failures: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), LAST_RETRY_MS);

const hasInstants = (
  claims: unknown,
): claims is {
  iat: number;
  exp: number;
} =>
  typeof claims === "object" &&
  claims !== null &&
  "iat" in claims &&
  "exp" in claims &&
  typeof claims.iat === "number" &&
  typeof claims.exp === "number";
