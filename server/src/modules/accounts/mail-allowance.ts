import { createHash } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Context, InTransaction } from "#platform/context.ts";
import { countWish, deleteRequestsBefore } from "./mail-allowance.store.ts";

/** Letters to one address a day at the wish of one network. */
const FROM_NETWORK = 10;
/** At everybody's wish; beyond it each network has one, so that the owner of the address has too. */
const IN_ALL = 30;

/**
 * Whether one more letter that anybody may ask for may go to this address today; counts it. Whoever asks is not told,
 * and somebody else's wishes do not use up those of the owner.
 */
export async function mayMail(ctx: InTransaction, email: string, network: string): Promise<boolean> {
  const factor = ctx.settings.RATE_LIMIT_FACTOR;
  const most = Math.max(1, Math.round(FROM_NETWORK * factor));
  const day = dayOf(ctx.now());
  const networkHash = createHash("sha256").update(`${day} ${network}`).digest("hex");
  const { fromHere, inAllBefore } = await countWish(ctx, { email, day, networkHash, most });
  return fromHere <= (inAllBefore >= IN_ALL * factor ? 1 : most);
}

/** Forgets the days that are over. */
export function sweepRequests(ctx: Context): Promise<void> {
  return deleteRequestsBefore(ctx, dayOf(new Date(ctx.now().getTime() - DAY_MS)));
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
