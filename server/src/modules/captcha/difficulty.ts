import { HOUR_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { allowanceOf } from "#platform/http/rate-limits/rate-limits.ts";
import { hashName } from "#platform/name-hash.ts";
import { countChallenge, deleteChallengeCountsBefore } from "./difficulty.store.ts";

/**
 * This many challenges in ten minutes cost an IPv4 address or a /64 nothing more than the usual work, twice as many a /56
 * and four times a /48; so many are forgotten again, too.
 */
const FREE_CHALLENGES = 20;
const DECAY_S = 600;
/** So much harder it can become, after which it rises no more and is forgotten within the hour. */
const MAX_DIFFICULTY = 16;

/**
 * Counts one more challenge for each of these networks, as `listNetworks` gives them, and gives back by what the work is to
 * be multiplied, 1 to 16: twice for every FREE challenges beyond the first, and back again as time passes. The network
 * that asked too often decides. Counted for all processes together.
 */
export async function difficultyFor(ctx: Context, networks: readonly string[]): Promise<number> {
  let difficulty = 1;
  for (const [index, network] of networks.entries()) {
    // As all limits, what is free is widened for a community that comes from few addresses.
    const free = Math.max(1, allowanceOf(FREE_CHALLENGES, index) * ctx.settings.RATE_LIMIT_FACTOR);
    const max = free * (1 + Math.log2(MAX_DIFFICULTY));
    const count = await countChallenge(ctx, hashName(network), { decayPerS: free / DECAY_S, max });
    difficulty = Math.max(difficulty, 2 ** ((count - free) / free));
  }
  return difficulty;
}

/** Forgets networks of which nothing is counted any more. */
export const sweepChallengeCounts = (ctx: Context): Promise<boolean> =>
  deleteChallengeCountsBefore(ctx, new Date(ctx.now().getTime() - HOUR_MS));
