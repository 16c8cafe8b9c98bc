import { HOUR_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { countGuess, deleteGuessesBefore, type Most, takeGuessOff } from "./tries.store.ts";

interface Bounds extends Most {
  readonly windowMs: number;
}
const BOUNDS = {
  /** For one account. */
  password: { windowMs: 5 * 60_000, fromHere: 10, inAll: 100 },
  /** For one address and purpose: two codes' worth, so that nobody can spoil every code that its owner asks for. */
  code: { windowMs: HOUR_MS, fromHere: 10, inAll: 100 },
} satisfies Record<string, Bounds>;

type TakeOff = (ctx: Context) => Promise<void>;

/**
 * Slows guessing down without locking anybody out: who guesses from a network is stopped there, the owner at another one
 * is not. Counts a try before the guess is looked at, for all processes together and the same for names that nobody has;
 * gives back how to take a right one off the count, by itself or together with what it opens. Not for within a
 * transaction, where a failure would take the count back. Throws too_many.
 */
export async function beginTry(ctx: Context, of: keyof typeof BOUNDS, name: string, network: string): Promise<TakeOff> {
  const { windowMs, ...most } = BOUNDS[of];
  const now = ctx.now();
  const endsAt = new Date(now.getTime() + windowMs);
  const guess = { inAll: `${of} ${name}`, fromHere: `${of} ${name} ${network}` };
  const counted = await countGuess(ctx, guess, { most, endsAt });
  if (counted.until) return (ctx) => takeGuessOff(ctx, guess, counted.until);
  const waitMs = (counted.refusedUntil ?? endsAt).getTime() - now.getTime();
  throw new Problem("too_many", { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Forgets the stretches that are over. */
export const sweepTries = (ctx: Context): Promise<boolean> => deleteGuessesBefore(ctx, ctx.now());
