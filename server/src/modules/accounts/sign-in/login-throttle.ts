import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { type AttemptLimit, countAttempts, deleteAttemptsBefore, refundAttempts } from "./login-throttle.store.ts";

/** After the free tries: one after a minute, the next after two, then four, up to one an hour. All is forgotten after a day. */
const BACKOFF = { firstWaitS: 60, maxWaitS: HOUR_MS / 1000, resetAfterS: DAY_MS / 1000 };

/** How many tries are free. */
const FREE_ATTEMPTS = {
  /** For one account: from one network (an IPv4 address or /64, a /56, a /48), and from everywhere together. */
  password: { perNetwork: [5, 7, 8], total: 10, ownDevice: 10 },
  /** For the codes sent to one address, by somebody who is not at the browser that asked for one. */
  code: { perNetwork: [3, 4, 4], total: 5, ownDevice: 5 },
} as const;

/** Whose tries are counted together. */
export interface AttemptSource {
  /** As `listNetworks` gives them. */
  readonly networks: readonly string[];
  /** What sets the owner apart from everybody else, such as a device that has signed in before: counted by itself alone. */
  readonly ownDevice?: string | undefined;
}

type RefundAttempt = (ctx: Context) => Promise<void>;

/**
 * Slows guessing down without locking the owner out: strangers share a few tries, whatever networks they come from, and
 * do not use up those of a device that the owner has signed in with. Counts a try before the guess is looked at, the same
 * for names that nobody has; gives back how to take a right one off again, by itself or together with what it opens. Not
 * for within a transaction, where a failure would take the count back. Throws too_many.
 */
export async function countAttempt(
  ctx: Context,
  kind: keyof typeof FREE_ATTEMPTS,
  name: string,
  { networks, ownDevice }: AttemptSource,
): Promise<RefundAttempt> {
  const { perNetwork, total, ownDevice: forOwner } = FREE_ATTEMPTS[kind];
  const toLimit = (source: string, freeAttempts: number): AttemptLimit => ({
    name: `${kind} ${name} ${source}`,
    freeAttempts,
    ...BACKOFF,
  });
  const limits =
    ownDevice === undefined
      ? [...networks.map((network, index) => toLimit(network, perNetwork[index] ?? total)), toLimit("strangers", total)]
      : [toLimit(`own ${ownDevice}`, forOwner)];
  const { counted, ...refused } = await countAttempts(ctx, limits);
  if (counted) return (ctx) => refundAttempts(ctx, counted);
  const waitMs = "refusedUntil" in refused ? refused.refusedUntil.getTime() - ctx.now().getTime() : 0;
  throw new Problem("too_many", { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Forgets the counts that are over. */
export const sweepAttempts = (ctx: Context): Promise<boolean> => deleteAttemptsBefore(ctx, ctx.now());
