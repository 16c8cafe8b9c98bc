import type { ModeratedPerson } from "@commonlane/contract/moderated";
import { reinstateAccount, reinstateDue, suspendAccount, tellSuspended } from "#modules/accounts/index.ts";
import { notify } from "#modules/notices/index.ts";
import { warnWhomTheyWroteTo } from "#modules/reports/index.ts";
import { endPendingWith } from "#modules/ride-requests/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { witnessOperator } from "./acts.ts";
import { endAfter } from "./operating.ts";
import { moderatedPeople } from "./people.store.ts";
import { tellCompanions, tellReinstated } from "./telling.ts";

/** What moderators do to people. Each throws not_found, or own_moderation for themselves. */

export function warnPerson(ctx: Context, { uid: by }: Caller, uid: string, reason: string) {
  return transaction(ctx, async (ctx) => {
    await mustBeOther(ctx, by, uid);
    const details = { reason, support: ctx.settings.SUPPORT_EMAIL };
    const told = { kind: "person.warned", cause: crypto.randomUUID(), path: "/notices", details } as const;
    await notify(ctx, { to: uid, ...told });
    return { success: true };
  });
}

interface Suspension {
  readonly reason: string;
  readonly fraud: boolean;
  readonly days?: number | null | undefined;
}

/**
 * Suspends somebody, tells those who agreed a ride with them, and ends what waits for an answer; for fraud, everybody they
 * wrote to or ever agreed one with is warned, all at once or nobody. Throws status_already_set.
 */
export function suspendPerson(ctx: Context, { uid: by }: Caller, uid: string, { reason, fraud, days }: Suspension) {
  return transaction(ctx, async (ctx) => {
    await mustBeOther(ctx, by, uid);
    const until = days ? endAfter(ctx, days) : null;
    if (!(await suspendAccount(ctx, uid, reason, { until }))) throw await alreadySet(ctx, uid);
    await tellCompanions(ctx, uid);
    await endPendingWith(ctx, uid);
    const warned = fraud ? await warnWhomTheyWroteTo(ctx, uid) : 0;
    return { person: await mustFind(ctx, uid), warned };
  });
}

export function unsuspendPerson(ctx: Context, uid: string, reason: string): Promise<ModeratedPerson> {
  return transaction(ctx, async (ctx) => {
    await mustFind(ctx, uid);
    if (!(await reinstateAccount(ctx, uid))) throw await alreadySet(ctx, uid);
    await tellReinstated(ctx, uid, reason);
    return mustFind(ctx, uid);
  });
}

const BATCH = 100;

/** Suspensions are told by letter, and end by themselves when their time is over, which is written down like any other end. */
export const suspensionSweeps: readonly Sweep[] = [
  { name: "suspension.told", everyS: 10, run: (ctx) => tellSuspended(ctx, BATCH) },
  {
    name: "suspension.ended",
    everyS: 30,
    run: async (ctx) => {
      const uids = await reinstateDue(ctx, BATCH);
      for (const uid of uids) {
        await witnessOperator(ctx, "moderation.unsuspend", uid, { reason: "The time was over." });
        await tellReinstated(ctx, uid, null);
      }
      return uids.length === BATCH;
    },
  },
];

const alreadySet = async (ctx: Context, uid: string) =>
  new Problem("status_already_set", { current: await mustFind(ctx, uid) });

async function mustBeOther(ctx: Context, by: string, uid: string): Promise<void> {
  if (by === uid) throw new Problem("own_moderation");
  await mustFind(ctx, uid);
}

async function mustFind(ctx: Context, uid: string): Promise<ModeratedPerson> {
  const person = (await moderatedPeople(ctx, [uid])).get(uid);
  if (!person) throw new Problem("not_found");
  return person;
}
