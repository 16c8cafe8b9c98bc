import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { recordAccountEvents } from "../account-events.ts";
import { clearSuspension, markSuspended, claimUnnotifiedSuspensions } from "../account-changes.store.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { suspensionEmail } from "./suspension-email.ts";

/**
 * Nobody acts with this account from now on, on this process or another, within the second that sign-out takes too, until
 * the time is over if there is one. Its owner reads the reason at sign-in, and in a letter soon. False, and nothing happens, where
 * it is suspended already.
 */
export function suspendAccount(
  ctx: Context,
  uid: string,
  reason: string,
  { until = null }: { until?: Date | null } = {},
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    if (!(await markSuspended(ctx, uid, { reason, until }))) return false;
    await recordAccountEvents(ctx, { uid, kind: "suspended", reason });
    await endSessions(ctx, { uid, reason: "suspended" });
    return true;
  });
}

/** Writes to those who were suspended meanwhile, also by command, at most `limit`; true when there may be more. */
export async function emailSuspensionNotices(ctx: InTransaction, limit: number): Promise<boolean> {
  const unnotified = await claimUnnotifiedSuspensions(ctx, limit);
  const emails = unnotified.map(({ email, ...suspension }) => suspensionEmail(ctx.settings, email, suspension));
  if (emails.length > 0) await ctx.mail.send(ctx, ...emails);
  return unnotified.length === limit;
}

/** Its owner may sign in again. False where it was not suspended. */
export const reinstateAccount = (ctx: Context, uid: string): Promise<boolean> =>
  transaction(ctx, (ctx) => clearSuspension(ctx, uid));
