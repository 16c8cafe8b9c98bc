import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import {
  reinstateAccount,
  reinstateExpiredSuspensions,
  suspendAccount,
  emailSuspensionNotices,
} from "#modules/accounts/index.ts";
import { notify } from "#modules/notifications/index.ts";
import { warnContactsOfFraudster } from "#modules/reports/index.ts";
import { endPendingOnSuspension } from "#modules/ride-requests/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { recordOperatorAction } from "./audit-log.ts";
import { endDate } from "./cli.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import { notifyCompanions, notifyReinstated } from "./moderation-notifications.ts";

/** Sanctions by moderators. Each throws not_found, or own_moderation for oneself. */

export function warnPerson(ctx: Context, { uid: moderatorUid }: Caller, uid: string, reason: string) {
  return transaction(ctx, async (ctx) => {
    await assertNotSelf(ctx, moderatorUid, uid);
    const details = { reason, support: ctx.settings.SUPPORT_EMAIL };
    const notification = {
      kind: "person.warned",
      cause: crypto.randomUUID(),
      path: "/notifications",
      details,
    } as const;
    await notify(ctx, { to: uid, ...notification });
    return { success: true };
  });
}

interface Suspension {
  readonly reason: string;
  readonly fraud: boolean;
  readonly days?: number | null | undefined;
}

/**
 * Suspends a user, notifies users who share upcoming bookings, and ends pending items. For fraud, also warns
 * everyone they wrote to or shared a booking with, in the same transaction. Throws status_already_set.
 */
export function suspendPerson(
  ctx: Context,
  { uid: moderatorUid }: Caller,
  uid: string,
  { reason, fraud, days }: Suspension,
) {
  return transaction(ctx, async (ctx) => {
    await assertNotSelf(ctx, moderatorUid, uid);
    const until = days ? endDate(ctx, days) : null;
    if (!(await suspendAccount(ctx, uid, reason, { until }))) throw await alreadySetProblem(ctx, uid);
    await notifyCompanions(ctx, uid);
    await endPendingOnSuspension(ctx, uid);
    const warned = fraud ? await warnContactsOfFraudster(ctx, uid) : 0;
    return { person: await getModeratedPerson(ctx, uid), warned };
  });
}

export function unsuspendPerson(ctx: Context, uid: string, reason: string): Promise<ModeratedPerson> {
  return transaction(ctx, async (ctx) => {
    await getModeratedPerson(ctx, uid);
    if (!(await reinstateAccount(ctx, uid))) throw await alreadySetProblem(ctx, uid);
    await notifyReinstated(ctx, uid, reason);
    return getModeratedPerson(ctx, uid);
  });
}

const BATCH = 100;

/** E-mail the owners of suspended accounts, and end suspensions that have expired, with an audit entry. */
export const suspensionSweeps: readonly Sweep[] = [
  { name: "suspension.emailed", everyS: 10, run: (ctx) => emailSuspensionNotices(ctx, BATCH) },
  {
    name: "suspension.ended",
    everyS: 30,
    run: async (ctx) => {
      const uids = await reinstateExpiredSuspensions(ctx, BATCH);
      for (const uid of uids) {
        await recordOperatorAction(ctx, "moderation.unsuspend", uid, { reason: "The term ended." });
        await notifyReinstated(ctx, uid, null);
      }
      return uids.length === BATCH;
    },
  },
];

const alreadySetProblem = async (ctx: Context, uid: string) =>
  new Problem("status_already_set", { current: await getModeratedPerson(ctx, uid) });

async function assertNotSelf(ctx: Context, moderatorUid: string, uid: string): Promise<void> {
  if (moderatorUid === uid) throw new Problem("own_moderation");
  await getModeratedPerson(ctx, uid);
}

async function getModeratedPerson(ctx: Context, uid: string): Promise<ModeratedPerson> {
  const person = (await findModeratedPeople(ctx, [uid])).get(uid);
  if (!person) throw new Problem("not_found");
  return person;
}
