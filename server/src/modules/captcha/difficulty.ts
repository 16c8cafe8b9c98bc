import { HOUR_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { allowanceOf } from "#platform/http/rate-limits.ts";
import { nameHash } from "#platform/name-hash.ts";
import { countChallenge, deleteLoadsBefore } from "./difficulty.store.ts";

/**
 * This many challenges in ten minutes cost an IPv4 address or a /64 nothing more than the usual work, twice as many a /56
 * and four times a /48; so many are forgotten again, too.
 */
const FREE = 20;
const FORGOTTEN_S = 600;
/** So much harder it can become, after which it rises no more and is forgotten within the hour. */
const HARDEST = 16;

/**
 * Counts one more challenge for each of these networks, as `networksOf` gives them, and gives back by what the work is to
 * be multiplied, 1 to 16: twice for every FREE challenges beyond the first, and back again as time passes. The network
 * that asked too often decides. Counted for all processes together.
 */
export async function harderFor(ctx: Context, networks: readonly string[]): Promise<number> {
  let hardest = 1;
  for (const [place, network] of networks.entries()) {
    // As all limits, what is free is widened for a community that comes from few addresses.
    const free = Math.max(1, allowanceOf(FREE, place) * ctx.settings.RATE_LIMIT_FACTOR);
    const most = free * (1 + Math.log2(HARDEST));
    const asked = await countChallenge(ctx, nameHash(network), { forgottenPerS: free / FORGOTTEN_S, most });
    hardest = Math.max(hardest, 2 ** ((asked - free) / free));
  }
  return hardest;
}

/** Forgets networks of which nothing is counted any more. */
export const sweepLoads = (ctx: Context): Promise<boolean> =>
  deleteLoadsBefore(ctx, new Date(ctx.now().getTime() - HOUR_MS));
