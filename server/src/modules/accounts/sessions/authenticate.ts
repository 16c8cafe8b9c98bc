import { findLanguage } from "@commonlane/contract/languages";
import type { CryptoKey } from "jose";
import type { Context } from "#platform/context.ts";
import type { Authenticate, Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { LRUCache } from "lru-cache";
import { verifyIdToken } from "../tokens/id-tokens.ts";
import { type ActiveSession, findActiveSession } from "./sessions.store.ts";
import { getVerificationKeys } from "../tokens/signing-keys.ts";

/** Sign-out and suspension take effect in every process within this time: each one queries the database this often. */
const SESSION_CHECK_INTERVAL_MS = 500;
/** Limits queries for tokens with unknown key ids. */
const KEY_REFRESH_INTERVAL_MS = 1_000;
const TOKEN_CACHE_SIZE = 5_000;

interface CachedToken {
  readonly caller: Caller & { readonly tokenExpiresAtMs: number };
  session: Promise<ActiveSession | undefined>;
  checkedAtMs: number;
}

/** Verifies bearer tokens in one process. A cached token costs no cryptography and only an occasional query. */
export function createAuthenticator(ctx: Context): Authenticate {
  const cache = new LRUCache<string, CachedToken>({ max: TOKEN_CACHE_SIZE });
  const keyOf = createKeyCache(ctx);

  return async (token, { fresh } = { fresh: false }) => {
    let entry = cache.get(token);
    if (!entry) {
      const claims = await verifyIdToken(ctx, token, keyOf);
      if (!claims) return undefined;
      const caller = {
        uid: claims.sub,
        sessionId: claims.sid,
        emailVerified: claims.email_verified,
        tokenExpiresAtMs: claims.exp * 1000,
      };
      entry = {
        caller,
        session: Promise.resolve(undefined),
        checkedAtMs: -Infinity,
      };
      cache.set(token, entry);
    }
    if (ctx.now().getTime() >= entry.caller.tokenExpiresAtMs) {
      cache.delete(token);
      return undefined;
    }
    // An unverified account has no session to check, and may only register its profile.
    if (!entry.caller.emailVerified) return entry.caller;
    if (fresh) entry.checkedAtMs = -Infinity;
    const session = await checkSession(ctx, entry);
    if (!session) return undefined;
    const language = findLanguage(session.locale ?? "");
    return language === undefined
      ? entry.caller
      : {
          ...entry.caller,
          language,
        };
  };
}

function checkSession(ctx: Context, entry: CachedToken): Promise<ActiveSession | undefined> {
  const nowMs = performance.now();
  if (nowMs - entry.checkedAtMs >= SESSION_CHECK_INTERVAL_MS) {
    entry.checkedAtMs = nowMs;
    entry.session = findActiveSession(ctx, entry.caller.sessionId);
    // Do not cache a failed query: the next call tries again.
    entry.session.catch(() => (entry.checkedAtMs = -Infinity));
  }
  return entry.session;
}

/** Finds public keys by id, and reloads them for an unknown id. */
function createKeyCache(ctx: Context): (kid: string) => Promise<CryptoKey | undefined> {
  let keys = Promise.resolve(new Map<string, CryptoKey>());
  let fetchedAtMs = -Infinity;
  return async (kid) => {
    const key = (await keys).get(kid);
    if (key) return key;
    if (performance.now() - fetchedAtMs >= KEY_REFRESH_INTERVAL_MS) {
      fetchedAtMs = performance.now();
      const before = keys;
      keys = getVerificationKeys(ctx).catch((error: unknown) => {
        [keys, fetchedAtMs] = [before, -Infinity];
        throw error;
      });
    }
    return (await keys).get(kid);
  };
}
