import { DAY_MS } from "@commonlane/contract/durations";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { askOverdueArrivals, notifyContactsOfOverdue } from "./arrivals/overdue-arrivals.ts";
import { deleteUnanswered } from "./trusted-contacts/trusted-contacts.store.ts";
import { deleteUnsharedPositions } from "./trip-progress.store.ts";
import { deleteExpiredShares } from "./sharing/shares.store.ts";

const BATCH = 500;
const UNANSWERED_DAYS = 14;

/** Arrival checks, and deletion of expired share links, positions and unanswered contact requests. */
export const tripSafetySweeps: readonly Sweep[] = [
  { name: "arrival.overdue", everyS: 60, run: askOverdueArrivals },
  {
    name: "arrival.contacts-notified",
    everyS: 60,
    run: notifyContactsOfOverdue,
  },
  { name: "ride-share.ended", everyS: 60, run: deleteExpired },
  {
    name: "trusted-contact.deleted",
    everyS: 3600,
    run: async (ctx) =>
      (await deleteUnanswered(ctx, msAgo(ctx, UNANSWERED_DAYS * DAY_MS), BATCH)) === BATCH,
  },
];

/** Deletes expired share links, and positions without a link. */
async function deleteExpired(ctx: InTransaction): Promise<boolean> {
  const ended = await deleteExpiredShares(
    ctx,
    msAgo(ctx, ctx.settings.SHARE_LINK_ENDS_AFTER_S * 1000),
    BATCH,
  );
  const cleared = await deleteUnsharedPositions(ctx, undefined, BATCH);
  return ended === BATCH || cleared === BATCH;
}

function msAgo({ now }: InTransaction, ms: number) {
  return new Date(now().getTime() - ms);
}
