import { DAY_MS } from "@commonlane/contract/durations";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { askOverdueArrivals, notifyContactsOfOverdue } from "./arrivals/overdue-arrivals.ts";
import { deleteUnanswered } from "./trusted-contacts/trusted-contacts.store.ts";
import { deleteUnsharedPositions } from "./trip-progress.store.ts";
import { deleteExpiredShares } from "./sharing/shares.store.ts";

const BATCH = 500;
const UNANSWERED_DAYS = 14;

/** What time alone brings about on the way, and what is forgotten because nobody needs it any more. */
export const tripSafetySweeps: readonly Sweep[] = [
  { name: "arrival.overdue", everyS: 60, run: askOverdueArrivals },
  { name: "arrival.contacts-notified", everyS: 60, run: notifyContactsOfOverdue },
  { name: "ride-share.ended", everyS: 60, run: deleteExpired },
  {
    name: "trusted-contact.deleted",
    everyS: 3600,
    run: async (ctx) => (await deleteUnanswered(ctx, msAgo(ctx, UNANSWERED_DAYS * DAY_MS), BATCH)) === BATCH,
  },
];

/** With the last link to somebody goes where they were. */
async function deleteExpired(ctx: InTransaction): Promise<boolean> {
  const ended = await deleteExpiredShares(ctx, msAgo(ctx, ctx.settings.SHARE_LINK_ENDS_AFTER_S * 1000), BATCH);
  const cleared = await deleteUnsharedPositions(ctx, undefined, BATCH);
  return ended === BATCH || cleared === BATCH;
}

const msAgo = ({ now }: InTransaction, ms: number) => new Date(now().getTime() - ms);
