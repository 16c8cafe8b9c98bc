import { DAY_MS } from "@commonlane/contract/durations";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { askWhetherArrived, tellContacts } from "./arrivals.ts";
import { forgetUnanswered } from "./contacts.store.ts";
import { forgetPositions } from "./journeys.store.ts";
import { deleteOverShares } from "./shares.store.ts";

const BATCH = 500;
const UNANSWERED_DAYS = 14;

/** What time alone brings about on the way, and what is forgotten because nobody needs it any more. */
export const onTheWaySweeps: readonly Sweep[] = [
  { name: "arrival.overdue", everyS: 60, run: askWhetherArrived },
  { name: "arrival.told", everyS: 60, run: tellContacts },
  { name: "ride-share.ended", everyS: 60, run: endShares },
  {
    name: "trusted-contact.forgotten",
    everyS: 3600,
    run: async (ctx) => (await forgetUnanswered(ctx, ago(ctx, UNANSWERED_DAYS * DAY_MS), BATCH)) === BATCH,
  },
];

/** With the last link to somebody goes where they were. */
async function endShares(ctx: InTransaction): Promise<boolean> {
  const ended = await deleteOverShares(ctx, ago(ctx, ctx.settings.SHARE_ENDS_AFTER_S * 1000), BATCH);
  const forgotten = await forgetPositions(ctx, undefined, BATCH);
  return ended === BATCH || forgotten === BATCH;
}

const ago = ({ now }: InTransaction, ms: number) => new Date(now().getTime() - ms);
