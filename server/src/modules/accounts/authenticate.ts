import type { CryptoKey } from "jose";
import type { Context } from "#platform/context.ts";
import type { Authenticate, Caller } from "#platform/http/route.ts";
import { LastUsed } from "#platform/last-used.ts";
import { readIdToken } from "./id-tokens.ts";
import { isAlive } from "./sessions.store.ts";
import { verifyingKeys } from "./signing-keys.ts";

/** Sign-out and suspension are felt everywhere within this time: each process asks the database that often. */
const LOOK_AGAIN_MS = 500;
/** Tokens with keys that nobody has ever made must not cost a query each. */
const KEYS_AGAIN_MS = 1_000;
const MOST_KNOWN = 5_000;

interface Known {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  alive: Promise<boolean>;
  lookedAtMs: number;
}

/** Reads bearer tokens for one process. A token seen before costs no cryptography, and a query only now and then. */
export function authenticate(ctx: Context): Authenticate {
  const known = new LastUsed<string, Known>(MOST_KNOWN);
  const keyOf = keyring(ctx);

  return async (token) => {
    let entry = known.get(token);
    if (!entry) {
      const claims = await readIdToken(ctx, token, keyOf);
      if (!claims) return undefined;
      const caller = { uid: claims.sub, sessionId: claims.sid, emailVerified: claims.email_verified };
      entry = { caller, expiresAtMs: claims.exp * 1000, alive: Promise.resolve(true), lookedAtMs: -Infinity };
      known.set(token, entry);
    }
    if (ctx.now().getTime() >= entry.expiresAtMs) {
      known.delete(token);
      return undefined;
    }
    // An unproven account has no session that could end, and may do nothing but register its names.
    if (!entry.caller.emailVerified) return entry.caller;
    return (await stillAlive(ctx, entry)) ? entry.caller : undefined;
  };
}

function stillAlive(ctx: Context, entry: Known): Promise<boolean> {
  const nowMs = performance.now();
  if (nowMs - entry.lookedAtMs >= LOOK_AGAIN_MS) {
    entry.lookedAtMs = nowMs;
    entry.alive = isAlive(ctx, entry.caller.sessionId);
    // Not knowing is not an answer to keep: the next call asks again.
    entry.alive.catch(() => (entry.lookedAtMs = -Infinity));
  }
  return entry.alive;
}

/** Finds public keys by id, and looks for new ones when an id is not known. */
function keyring(ctx: Context): (kid: string) => Promise<CryptoKey | undefined> {
  let keys = Promise.resolve(new Map<string, CryptoKey>());
  let lookedAtMs = -Infinity;
  return async (kid) => {
    const key = (await keys).get(kid);
    if (key) return key;
    if (performance.now() - lookedAtMs >= KEYS_AGAIN_MS) {
      lookedAtMs = performance.now();
      const before = keys;
      keys = verifyingKeys(ctx).catch((error: unknown) => {
        [keys, lookedAtMs] = [before, -Infinity];
        throw error;
      });
    }
    return (await keys).get(kid);
  };
}
