import { type Context, transaction } from "#platform/context.ts";
import { record } from "./account-events.ts";
import { markSuspended } from "./account-changes.store.ts";
import { endSessions } from "./end-sessions.ts";

/**
 * Nobody acts with this account from now on, on this process or another, within the second that sign-out takes too. The
 * reason is shown to its owner. Nothing happens to an account that is suspended already.
 */
export function suspendAccount(ctx: Context, uid: string, reason: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await markSuspended(ctx, uid))) return;
    await record(ctx, { uid, kind: "suspended", reason });
    await endSessions(ctx, { uid, reason: "suspended" });
  });
}
