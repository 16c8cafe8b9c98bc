import { z } from "zod";
import { leaveAccount, leaveDormant, mustKnowPassword, nobodysHash, type Visitor } from "#modules/accounts/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { type Worker, worker } from "#platform/jobs/worker.ts";
import { endEverything, hasEnded } from "./ending.ts";
import { dueToErase, isLeaving } from "./leaving.store.ts";
import { eraseEverything } from "./register.store.ts";

/** Ending what is open takes a transaction for each thing, and one thing that cannot end now must not keep somebody here. */
const endJob = defineJob({
  name: "account.leave",
  data: z.object({ uid: z.uuid() }),
  retries: 10,
  timeLimitS: 300,
});

/** The account is deleted after the grace; until then signing in keeps it. Throws password_wrong or too_many. */
export async function askToLeave(
  ctx: Context,
  { uid }: Caller,
  password: string,
  visitor: Visitor,
): Promise<{ eraseAt: string }> {
  const { email } = await mustKnowPassword(ctx, { uid, password, field: "password" }, visitor);
  return transaction(ctx, async (ctx) => {
    const eraseAt = await leaveAccount(ctx, { uid, email }, visitor);
    if (!eraseAt) throw new Problem("signed_out");
    await ctx.jobs.send(ctx, endJob, { uid }, { singletonKey: uid });
    return { eraseAt: eraseAt.toISOString() };
  });
}

export const endWorker: Worker = worker(endJob, async (ctx, { uid }) => {
  if (await isLeaving(ctx, uid)) await endEverything(ctx, uid);
});

/** Whoever was not here for long is told, and leaves; true when there are more of them. */
export async function sendDormantAway(ctx: InTransaction): Promise<boolean> {
  const { uids, more } = await leaveDormant(ctx);
  for (const uid of uids) await ctx.jobs.send(ctx, endJob, { uid }, { singletonKey: uid });
  return more;
}

/**
 * Deletes one account whose time has come; true when it did. Whose rides are still under way, or could not be ended yet,
 * is left until they are.
 */
export async function eraseNext(ctx: InTransaction): Promise<boolean> {
  for (const { uid, email } of await dueToErase(ctx)) {
    if (!(await hasEnded(ctx, uid))) {
      await ctx.jobs.send(ctx, endJob, { uid }, { singletonKey: uid });
      continue;
    }
    await eraseEverything(ctx, { uid, email, passwordHash: await nobodysHash(), at: ctx.now() });
    return true;
  }
  return false;
}
