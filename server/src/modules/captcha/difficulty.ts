import { HOUR_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { allowanceOf } from "#platform/http/rate-limits/rate-limits.ts";
import { hashName } from "#platform/name-hash.ts";
import { countChallenge, deleteChallengeCountsBefore } from "./difficulty.store.ts";

/**
 * Challenges per DECAY_S at normal difficulty for an IPv4 address or a /64; a /56 gets twice and a /48 four times as
 * many. Counts decay at the same rate.
 */
const FREE_CHALLENGES = 20;
const DECAY_S = 600;
/** Maximum factor; counts do not grow beyond it, so they decay within the hour. */
const MAX_DIFFICULTY = 16;

/**
 * Counts a challenge for each of these networks, as returned by `listNetworks`, over all processes. Returns the
 * factor by which the work is multiplied, 1 to 16: it doubles with every FREE_CHALLENGES beyond the first and falls
 * as time passes. The busiest network decides.
 */
export async function difficultyFor(ctx: Context, networks: readonly string[]): Promise<number> {
  let difficulty = 1;
  for (const [index, network] of networks.entries()) {
    // Like all limits, multiplied for communities that share few addresses.
    const free = Math.max(1, allowanceOf(FREE_CHALLENGES, index) * ctx.settings.RATE_LIMIT_FACTOR);
    const max = free * (1 + Math.log2(MAX_DIFFICULTY));
    const count = await countChallenge(ctx, hashName(network), { decayPerS: free / DECAY_S, max });
    difficulty = Math.max(difficulty, 2 ** ((count - free) / free));
  }
  return difficulty;
}

/** Deletes networks whose count has decayed. */
export const sweepChallengeCounts = (ctx: Context): Promise<boolean> =>
  deleteChallengeCountsBefore(ctx, new Date(ctx.now().getTime() - HOUR_MS));
