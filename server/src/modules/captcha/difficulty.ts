import { HOUR_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { allowanceOf } from "#platform/http/rate-limits/rate-limits.ts";
import { hashName } from "#platform/hashes.ts";
import { countChallenge, deleteChallengeCountsBefore } from "./captcha.store.ts";

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
    difficulty = Math.max(difficulty, await countAndRate(ctx, network, free));
  }
  return difficulty;
}

/** Requests per DECAY_S about one account or e-mail address, from all networks together, before the work grows. */
const FREE_REQUESTS = 5;

/**
 * Counts a request about each of these accounts or e-mail addresses, over all processes and networks. Returns the
 * factor by which the work is multiplied, 1 to 16, for this request and, in whole numbers, for the next; the busiest
 * decides. Counts alike whether an account exists.
 */
export async function difficultyForAccounts(
  ctx: Context,
  accounts: readonly string[],
): Promise<{ needed: number; forNext: number }> {
  const free = FREE_REQUESTS * ctx.settings.RATE_LIMIT_FACTOR;
  const difficulties: number[] = [];
  for (const account of accounts)
    difficulties.push(await countAndRate(ctx, `account ${account}`, free));
  const needed = Math.max(1, ...difficulties);
  return {
    needed,
    forNext: Math.min(MAX_DIFFICULTY, Math.ceil(needed * 2 ** (1 / FREE_REQUESTS))),
  };
}

/** Counts one more and returns the factor for it: 1 for the first `free`, twice as much for each as many more. */
async function countAndRate(ctx: Context, name: string, free: number): Promise<number> {
  const max = free * (1 + Math.log2(MAX_DIFFICULTY));
  const count = await countChallenge(ctx, hashName(name), {
    decayPerS: free / DECAY_S,
    max,
  });
  return Math.max(1, 2 ** ((count - free) / free));
}

/** Deletes networks and accounts whose count has decayed. */
export const sweepChallengeCounts = (ctx: Context): Promise<boolean> =>
  deleteChallengeCountsBefore(ctx, new Date(ctx.now().getTime() - HOUR_MS));
