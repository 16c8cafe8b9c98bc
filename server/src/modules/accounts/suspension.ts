import { type Context, transaction } from "#platform/context.ts";
import { record } from "./account-events.ts";
import { markReinstated, markSuspended } from "./account-changes.store.ts";
import { endSessions } from "./end-sessions.ts";

/**
 * Nobody acts with this account from now on, on this process or another, within the second that sign-out takes too, until
 * the time is over if there is one. The reason is shown to its owner. False, and nothing happens, where it is suspended already.
 */
export function suspendAccount(
  ctx: Context,
  uid: string,
  reason: string,
  { until = null }: { until?: Date | null } = {},
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    if (!(await markSuspended(ctx, uid, { reason, until }))) return false;
    await record(ctx, { uid, kind: "suspended", reason });
    await endSessions(ctx, { uid, reason: "suspended" });
    return true;
  });
}

/** Its owner may sign in again. False where it was not suspended. */
export const reinstateAccount = (ctx: Context, uid: string): Promise<boolean> =>
  transaction(ctx, (ctx) => markReinstated(ctx, uid));
