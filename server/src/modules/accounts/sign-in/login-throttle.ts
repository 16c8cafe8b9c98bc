import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  type AttemptLimit,
  countAttempts,
  deleteAttemptsBefore,
  refundAttempts,
} from "./login-throttle.store.ts";

/** After the free attempts, waits double from a minute up to an hour. The count resets after a day. */
const BACKOFF = {
  firstWaitS: 60,
  maxWaitS: HOUR_MS / 1000,
  resetAfterS: DAY_MS / 1000,
};

/** Numbers of free attempts. */
const FREE_ATTEMPTS = {
  /** Per account: from one network (an IPv4 address or /64, a /56, a /48), and from everywhere together. */
  password: { perNetwork: [5, 7, 8], total: 10, ownDevice: 10 },
  /** For codes sent to one address, entered in a browser that did not request one. */
  code: { perNetwork: [3, 4, 4], total: 5, ownDevice: 5 },
  /** For codes of an authenticator app and recovery codes, after the right password. */
  secondFactor: { perNetwork: [3, 4, 4], total: 5, ownDevice: 5 },
} as const;

/** Identifies who shares a count. */
export interface AttemptSource {
  /** As returned by `listNetworks`. */
  readonly networks: readonly string[];
  /** Identifies the owner, such as by a known device; their attempts are counted separately. */
  readonly ownDevice?: string | undefined;
}

type RefundAttempt = (ctx: Context) => Promise<void>;

/**
 * Throttles guessing without locking the owner out: strangers share a few attempts over all networks and cannot use up
 * those of the owner's known devices. Counts an attempt before the guess is checked, also for unknown names. Returns a
 * function that refunds the attempt after a correct guess. Do not call in a transaction, because a rollback would undo
 * the count. Throws too_many.
 */
export async function countAttempt(
  ctx: Context,
  kind: keyof typeof FREE_ATTEMPTS,
  name: string,
  { networks, ownDevice }: AttemptSource,
): Promise<RefundAttempt> {
  const free = FREE_ATTEMPTS[kind];
  const toLimit = (source: string, freeAttempts: number): AttemptLimit => ({
    name: `${kind} ${name} ${source}`,
    freeAttempts,
    ...BACKOFF,
  });
  const limits =
    ownDevice === undefined
      ? [
          ...networks.map((network, index) =>
            toLimit(network, free.perNetwork[index] ?? free.total),
          ),
          toLimit("strangers", free.total),
        ]
      : [toLimit(`own ${ownDevice}`, free.ownDevice)];
  const { counted, ...refused } = await countAttempts(ctx, limits);
  if (counted) return (ctx) => refundAttempts(ctx, counted);
  const waitMs =
    "refusedUntil" in refused ? refused.refusedUntil.getTime() - ctx.now().getTime() : 0;
  throw new Problem("too_many", { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Deletes expired counts. */
export const sweepAttempts = (ctx: Context): Promise<boolean> =>
  deleteAttemptsBefore(ctx, ctx.now());
