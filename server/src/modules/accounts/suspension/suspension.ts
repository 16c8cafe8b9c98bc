import { recipientAt } from "../accounts.store.ts";
import { endAccess } from "#platform/account-access/account-access.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { recordAccountEvents } from "../account-events.ts";
import {
  clearSuspension,
  markSuspended,
  claimUnnotifiedSuspensions,
} from "../account-changes.store.ts";
import { suspensionEmail } from "./suspension-email.ts";

/**
 * Suspends an account until `until`, or indefinitely. Takes effect in every process within a second, like sign-out. The
 * owner sees the reason at sign-in and gets an e-mail. Returns false if it was suspended already.
 */
export function suspendAccount(
  ctx: Context,
  uid: string,
  reason: string,
  { until = null }: { until?: Date | null } = {},
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    if (
      !(await markSuspended(ctx, uid, {
        reason,
        until,
      }))
    )
      return false;
    await recordAccountEvents(ctx, {
      uid,
      kind: "suspended",
      reason,
    });
    await endAccess(ctx, "suspension", {
      uid,
      reason: "suspended",
    });
    return true;
  });
}

/** E-mails the owners of newly suspended accounts, at most `limit`; returns true if there may be more. */
export async function emailSuspensionNotices(ctx: InTransaction, limit: number): Promise<boolean> {
  const unnotified = await claimUnnotifiedSuspensions(ctx, limit);
  const emails = await Promise.all(
    unnotified.map(async ({ email, ...suspension }) =>
      suspensionEmail(ctx.community, await recipientAt(ctx, email), suspension),
    ),
  );
  if (emails.length > 0) await ctx.mail.send(ctx, ...emails);
  return unnotified.length === limit;
}

/** Lets the owner sign in again. Returns false if the account was not suspended. */
export const reinstateAccount = (ctx: Context, uid: string): Promise<boolean> =>
  transaction(ctx, (ctx) => clearSuspension(ctx, uid));
