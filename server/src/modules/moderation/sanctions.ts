import { translatable } from "@commonlane/contract/message";
import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import {
  reinstateAccount,
  reinstateExpiredSuspensions,
  suspendAccount,
  emailSuspensionNotices,
} from "#modules/accounts/index.ts";
import { countContactsOfFraudster, publishReportChanged } from "#modules/reports/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { recordOperatorAction } from "./audit-log.ts";
import { endDate } from "./cli.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import {
  notifyCompanions,
  notifyCompanionsReinstated,
  notifyReinstated,
} from "./moderation-notifications.ts";
import { alreadyDoneProblem, assertMaySanction, recordAction } from "./moderator-actions.ts";
import { supersedeAction } from "./moderator-actions.store.ts";

/** Sanctions by moderators. Each throws not_found, own_moderation for oneself, or administrators_only for one of those. */

interface Warning {
  readonly reason: string;
  /** The report that it answers. */
  readonly reportId?: string | null | undefined;
}

/** Warns a user, who is notified when the action can no longer be undone. Throws status_already_set if one waits. */
export function warnPerson(
  ctx: Context,
  moderator: Caller,
  uid: string,
  { reason, reportId }: Warning,
) {
  return transaction(ctx, async (ctx) => {
    await assertMaySanctionPerson(ctx, moderator, uid);
    const action = {
      kind: "warn",
      subjectId: uid,
      personUid: uid,
      reason,
      reportId: reportId ?? undefined,
    } as const;
    await recordAction(ctx, moderator, action);
    return { success: true };
  });
}

interface Suspension extends Warning {
  readonly fraud: boolean;
  readonly days?: number | null | undefined;
}

/**
 * Suspends a user at once and notifies users who share upcoming bookings. When the action can no longer be undone, the
 * user is e-mailed, pending items end, and for fraud everyone they wrote to or shared a booking with is warned.
 */
export function suspendPerson(
  ctx: Context,
  moderator: Caller,
  uid: string,
  { reason, fraud, days, reportId }: Suspension,
) {
  return transaction(ctx, async (ctx) => {
    await assertMaySanctionPerson(ctx, moderator, uid);
    const until = days ? endDate(ctx, days) : null;
    if (!(await suspendAccount(ctx, uid, reason, { until })))
      throw await alreadySetProblem(ctx, uid);
    await notifyCompanions(ctx, uid);
    const warned = fraud ? await countContactsOfFraudster(ctx, uid) : 0;
    await recordAction(ctx, moderator, {
      kind: "suspend",
      subjectId: uid,
      personUid: uid,
      reason,
      choice: fraud,
      reportId: reportId ?? undefined,
    });
    return {
      person: await getModeratedPerson(ctx, uid),
      warned,
    };
  });
}

export function unsuspendPerson(
  ctx: Context,
  moderator: Caller,
  uid: string,
  reason: string,
): Promise<ModeratedPerson> {
  return transaction(ctx, async (ctx) => {
    await assertMaySanctionPerson(ctx, moderator, uid);
    if (!(await reinstateAccount(ctx, uid)))
      throw new Problem("status_already_set", { current: await getModeratedPerson(ctx, uid) });
    await supersedeAction(ctx, "suspend", uid, moderator.uid);
    await notifyReinstated(ctx, uid, reason);
    await notifyCompanionsReinstated(ctx, uid);
    await publishReportChanged(ctx, uid);
    return getModeratedPerson(ctx, uid);
  });
}

const BATCH = 100;

/** E-mail the owners of suspended accounts, and end suspensions that have expired, with an audit entry. */
export const suspensionSweeps: readonly Sweep[] = [
  {
    name: "suspension.emailed",
    everyS: 10,
    run: (ctx) => emailSuspensionNotices(ctx, BATCH),
  },
  {
    name: "suspension.ended",
    everyS: 30,
    run: async (ctx) => {
      const uids = await reinstateExpiredSuspensions(ctx, BATCH);
      for (const uid of uids) {
        await recordOperatorAction(ctx, "moderation.unsuspend", uid, {
          reason: translatable("The term ended."),
        });
        await notifyReinstated(ctx, uid, null);
        await notifyCompanionsReinstated(ctx, uid);
      }
      return uids.length === BATCH;
    },
  },
];

const alreadySetProblem = async (ctx: Context, uid: string) =>
  alreadyDoneProblem(ctx, uid, await getModeratedPerson(ctx, uid));

async function assertMaySanctionPerson(
  ctx: Context,
  moderator: Caller,
  uid: string,
): Promise<void> {
  await getModeratedPerson(ctx, uid);
  await assertMaySanction(ctx, moderator, uid);
}

async function getModeratedPerson(ctx: Context, uid: string): Promise<ModeratedPerson> {
  const person = (await findModeratedPeople(ctx, [uid])).get(uid);
  if (!person) throw new Problem("not_found");
  return person;
}
