import { translatable } from "@commonlane/contract/message";
import { z } from "zod";
import { assertPasswordOrConfirmation } from "#modules/accounts/second-factor/index.ts";
import type { ClientInfo } from "#modules/accounts/sign-in/index.ts";
import { scheduleDeletion, scheduleDormantDeletions } from "#modules/accounts/index.ts";
import { cancelEvent } from "#modules/events/index.ts";
import { endMemberships } from "#modules/groups/index.ts";
import { assertNotLastAdministrator } from "#modules/moderation/index.ts";
import { cancelRideRequest, rideHooks } from "#modules/ride-requests/index.ts";
import { endOwnOffer } from "#modules/ride-requests/offers/index.ts";
import { endSeries } from "#modules/ride-series/index.ts";
import { cancelRide } from "#modules/rides/index.ts";
import { endSeatRequest } from "#modules/seat-requests/index.ts";
import { leaveStandby } from "#modules/seat-requests/standby/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { createWorker, type Worker } from "#platform/jobs/worker.ts";
import { forEachInTransaction, type Sweep } from "#platform/jobs/sweeps.ts";
import {
  findAccountsDueForErasure,
  findOpenItems,
  isDeletionScheduled,
  isTravelling,
  lockIfDueForErasure,
} from "./account-deletion.store.ts";
import { erasePersonalData } from "./data-inventory/data-inventory.store.ts";
import { exportWorker, sweepExports } from "./exports.ts";

/**
 * A job, because each item takes a transaction of its own, and an item that cannot be closed now must not block the
 * deletion.
 */
const closeItemsJob = defineJob({
  name: "account.close-open-items",
  data: z.object({ uid: z.uuid() }),
  retries: 10,
  timeLimitS: 300,
});

/**
 * Schedules the account for deletion after the grace period; signing in cancels it. Throws password_wrong,
 * confirmation_needed, too_many or last_administrator.
 */
export async function requestDeletion(
  ctx: Context,
  caller: Caller,
  password: string | undefined,
  client: ClientInfo,
): Promise<{ eraseAt: string }> {
  const { uid } = caller;
  const { email } = await assertPasswordOrConfirmation(ctx, caller, password, client);
  return transaction(ctx, async (ctx) => {
    await assertNotLastAdministrator(ctx, uid);
    const eraseAt = await scheduleDeletion(
      ctx,
      {
        uid,
        email,
      },
      client,
    );
    if (!eraseAt) throw new Problem("signed_out");
    await ctx.jobs.send(ctx, closeItemsJob, { uid }, { singletonKey: uid });
    return { eraseAt: eraseAt.toISOString() };
  });
}

const closeItemsWorker: Worker = createWorker(closeItemsJob, async (ctx, { uid }) => {
  if (await isDeletionScheduled(ctx, uid)) await closeOpenItems(ctx, uid);
});

/** Schedules unused accounts for deletion and e-mails their owners; returns true if there may be more. */
async function scheduleDormantAccounts(ctx: InTransaction): Promise<boolean> {
  const { uids, more } = await scheduleDormantDeletions(ctx);
  for (const uid of uids) await ctx.jobs.send(ctx, closeItemsJob, { uid }, { singletonKey: uid });
  return more;
}

/** More than are due at any time: accounts that cannot be closed yet must not hide others. */
const DUE_MAX = 10_000;

/**
 * Erases the accounts that are due, each in its own transaction. Leaves those with rides that are still under way or
 * could not be ended yet to the next run.
 */
const eraseDueAccounts = async (ctx: Context): Promise<void> =>
  forEachInTransaction(ctx, await findAccountsDueForErasure(ctx, DUE_MAX), eraseIfDue);

async function eraseIfDue(ctx: InTransaction, uid: string): Promise<void> {
  const account = await lockIfDueForErasure(ctx, uid);
  if (!account) return;
  if (!(await hasNothingOpen(ctx, uid)))
    return ctx.jobs.send(ctx, closeItemsJob, { uid }, { singletonKey: uid });
  await endMemberships(ctx, uid);
  await erasePersonalData(ctx, {
    uid,
    email: account.email,
    at: ctx.now(),
  });
}

export const personalDataWorkers: readonly Worker[] = [exportWorker, closeItemsWorker];

export const personalDataSweeps: readonly Sweep[] = [
  {
    name: "account.erased",
    everyS: 900,
    runOutside: eraseDueAccounts,
  },
  {
    name: "account.dormant",
    everyS: 3600,
    run: scheduleDormantAccounts,
  },
  { name: "data-export.forgotten", everyS: 3600, run: sweepExports },
];

const CANCELLATION_REASON = translatable("This user is leaving the community.");

/**
 * Closes everything a leaving user has open, like they would themselves, so that everyone affected is notified as
 * usual. Uses one transaction per item, ignores items that others have closed, and is idempotent.
 */
async function closeOpenItems(ctx: Context, uid: string): Promise<void> {
  const caller: Caller = {
    uid,
    sessionId: "",
    emailVerified: true,
  };
  const open = await findOpenItems(ctx, uid);
  const reason = CANCELLATION_REASON;
  for (const id of open.series)
    await ignoreAlreadyEnded(
      endSeries(
        ctx,
        caller,
        {
          id,
          reason,
        },
        rideHooks,
      ),
    );
  for (const id of open.rides)
    await ignoreAlreadyEnded(
      cancelRide(
        ctx,
        caller,
        {
          id,
          reason,
        },
        rideHooks,
      ),
    );
  for (const id of open.places) await ignoreAlreadyEnded(leaveStandby(ctx, caller, id));
  for (const id of open.seats) await ignoreAlreadyEnded(endSeatRequest(ctx, caller, id, reason));
  for (const id of open.requests)
    await ignoreAlreadyEnded(cancelRideRequest(ctx, caller, id, reason));
  for (const id of open.offers) await ignoreAlreadyEnded(endOwnOffer(ctx, caller, id, reason));
  for (const id of open.events) await ignoreAlreadyEnded(cancelEvent(ctx, uid, id));
}

/** Returns true if the user has nothing open or under way. */
async function hasNothingOpen(ctx: Context, uid: string): Promise<boolean> {
  const open = await findOpenItems(ctx, uid);
  return Object.values(open).every((ids) => ids.length === 0) && !(await isTravelling(ctx, uid));
}

/** Ignores the error if someone else closed the item first. */
async function ignoreAlreadyEnded(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
