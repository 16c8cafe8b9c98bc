import { z } from "zod";
import {
  scheduleDeletion,
  scheduleDormantDeletions,
  assertPassword,
  hashOfUnknownPassword,
  type ClientInfo,
} from "#modules/accounts/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { type Worker, createWorker } from "#platform/jobs/worker.ts";
import { closeOpenItems, hasNothingOpen } from "./close-open-items.ts";
import { findAccountsDueForErasure, isDeletionScheduled } from "./account-deletion.store.ts";
import { erasePersonalData } from "./data-inventory/data-inventory.store.ts";

/** Ending what is open takes a transaction for each thing, and one thing that cannot end now must not keep somebody here. */
const closeItemsJob = defineJob({
  name: "account.close-open-items",
  data: z.object({ uid: z.uuid() }),
  retries: 10,
  timeLimitS: 300,
});

/** The account is deleted after the grace; until then signing in keeps it. Throws password_wrong or too_many. */
export async function requestDeletion(
  ctx: Context,
  { uid }: Caller,
  password: string,
  client: ClientInfo,
): Promise<{ eraseAt: string }> {
  const { email } = await assertPassword(ctx, { uid, password, field: "password" }, client);
  return transaction(ctx, async (ctx) => {
    const eraseAt = await scheduleDeletion(ctx, { uid, email }, client);
    if (!eraseAt) throw new Problem("signed_out");
    await ctx.jobs.send(ctx, closeItemsJob, { uid }, { singletonKey: uid });
    return { eraseAt: eraseAt.toISOString() };
  });
}

export const closeItemsWorker: Worker = createWorker(closeItemsJob, async (ctx, { uid }) => {
  if (await isDeletionScheduled(ctx, uid)) await closeOpenItems(ctx, uid);
});

/** Whoever was not here for long is told, and leaves; true when there are more of them. */
export async function scheduleDormantAccounts(ctx: InTransaction): Promise<boolean> {
  const { uids, more } = await scheduleDormantDeletions(ctx);
  for (const uid of uids) await ctx.jobs.send(ctx, closeItemsJob, { uid }, { singletonKey: uid });
  return more;
}

/**
 * Deletes one account whose time has come; true when it did. Whose rides are still under way, or could not be ended yet,
 * is left until they are.
 */
export async function eraseNextAccount(ctx: InTransaction): Promise<boolean> {
  for (const { uid, email } of await findAccountsDueForErasure(ctx)) {
    if (!(await hasNothingOpen(ctx, uid))) {
      await ctx.jobs.send(ctx, closeItemsJob, { uid }, { singletonKey: uid });
      continue;
    }
    await erasePersonalData(ctx, { uid, email, passwordHash: await hashOfUnknownPassword(), at: ctx.now() });
    return true;
  }
  return false;
}
