import { API_KEY_LIMITS } from "@commonlane/contract/api-keys";
import type { Context } from "#platform/context.ts";
import type { AuthenticateKey } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { findUsableKey, recordUse } from "./api-keys.store.ts";
import { hashKey } from "./api-keys.ts";

const UNKNOWN_KEYS_LIMIT = {
  by: "address",
  count: 60,
  perS: 60,
} as const;

/** Finds the owners of API keys, and counts the calls of each key. */
export function createKeyAuthenticator(ctx: Context, rateLimits: RateLimits): AuthenticateKey {
  const countUnknown = rateLimits.guardFor("unknown api key", [UNKNOWN_KEYS_LIMIT]);
  const countCall = rateLimits.guardFor("api key", API_KEY_LIMITS);

  return async (key, scope, address) => {
    const found = ctx.settings.API_KEYS === "on" && (await findUsableKey(ctx, hashKey(key)));
    if (!found) {
      await countUnknown?.(address);
      throw new Problem("api_key_wrong");
    }

    await countCall?.(found.id);
    if (scope === undefined || !found.scopes.includes(scope)) throw new Problem("api_key_scope");
    await recordUse(ctx, found);
    const { uid, id, locale } = found;
    return {
      uid,
      sessionId: id,
      emailVerified: true,
      ...(locale && { language: locale }),
    };
  };
}
