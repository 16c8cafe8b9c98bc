import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { type Count, countTries, deleteTriesBefore, takeTriesOff } from "./tries.store.ts";

/** After the free tries: one after a minute, the next after two, then four, up to one an hour. All is forgotten after a day. */
const GROWING = { firstWaitS: 60, longestWaitS: HOUR_MS / 1000, forgottenAfterS: DAY_MS / 1000 };

/** How many tries are free. */
const FREE = {
  /** For one account: from one network (an IPv4 address or /64, a /56, a /48), and from everywhere together. */
  password: { from: [5, 7, 8], inAll: 10, own: 10 },
  /** For the codes sent to one address, by somebody who is not at the browser that asked for one. */
  code: { from: [3, 4, 4], inAll: 5, own: 5 },
} as const;

/** Whose tries are counted together. */
export interface Guesser {
  /** As `networksOf` gives them. */
  readonly networks: readonly string[];
  /** What sets the owner apart from everybody else, such as a device that has signed in before: counted by itself alone. */
  readonly own?: string | undefined;
}

type TakeOff = (ctx: Context) => Promise<void>;

/**
 * Slows guessing down without locking the owner out: strangers share a few tries, whatever networks they come from, and
 * do not use up those of a device that the owner has signed in with. Counts a try before the guess is looked at, the same
 * for names that nobody has; gives back how to take a right one off again, by itself or together with what it opens. Not
 * for within a transaction, where a failure would take the count back. Throws too_many.
 */
export async function beginTry(
  ctx: Context,
  of: keyof typeof FREE,
  name: string,
  { networks, own }: Guesser,
): Promise<TakeOff> {
  const { from, inAll, own: ofOwner } = FREE[of];
  const count = (whose: string, free: number): Count => ({ name: `${of} ${name} ${whose}`, free, ...GROWING });
  const counts =
    own === undefined
      ? [...networks.map((network, place) => count(network, from[place] ?? inAll)), count("strangers", inAll)]
      : [count(`own ${own}`, ofOwner)];
  const { counted, ...refused } = await countTries(ctx, counts);
  if (counted) return (ctx) => takeTriesOff(ctx, counted);
  const waitMs = "refusedUntil" in refused ? refused.refusedUntil.getTime() - ctx.now().getTime() : 0;
  throw new Problem("too_many", { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Forgets the counts that are over. */
export const sweepTries = (ctx: Context): Promise<boolean> => deleteTriesBefore(ctx, ctx.now());
