import { recipientAt } from "../accounts.store.ts";
import { describeAddedLately, endAccess } from "#platform/account-access/account-access.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { recordAccountEvents } from "../account-events.ts";
import { replacePassword } from "../account-changes.store.ts";
import { findTokenUser, findVerifiedAccount } from "../accounts.store.ts";
import { passwordChangedEmail } from "../email/email-templates.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { assertStrongPassword } from "./password-rules.ts";
import { countAttempt } from "../sign-in/login-throttle.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

/**
 * Asks for the password before an account changes, because someone else may use an unlocked device. Throws
 * password_wrong or too_many.
 */
export async function assertPassword(
  ctx: Context,
  {
    uid,
    password,
    field,
  }: {
    uid: string;
    password: string;
    field: string;
  },
  { networks }: ClientInfo,
): Promise<{ email: string; passwordHash: string }> {
  const account = await findVerifiedAccount(ctx, uid);
  if (!account) throw new Problem("signed_out");
  const { email } = account;
  const passwordHash = account.password_hash;
  // Signed-in users have attempts of their own, so that strangers who guess at the login do not lock them out.
  const refundAttempt = await countAttempt(ctx, "password", email, {
    networks,
    ownDevice: uid,
  });
  if (!(await verifyPassword(passwordHash, password))) throw passwordWrongProblem(field);
  await refundAttempt(ctx);
  return { email, passwordHash };
}

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Ends all access that must not outlive the old password, except the caller's session, and e-mails the owner. Throws
 * password_weak, password_wrong or too_many.
 */
export async function changePassword(
  ctx: Context,
  { uid, sessionId }: Caller,
  { currentPassword, newPassword }: PasswordChange,
  client: ClientInfo,
): Promise<void> {
  const user = await findTokenUser(ctx, uid);
  if (!user) throw new Problem("signed_out");
  await assertStrongPassword(ctx, newPassword, user, "newPassword");
  const check = {
    uid,
    password: currentPassword,
    field: "currentPassword",
  };
  const account = await assertPassword(ctx, check, client);
  const hashes = {
    from: account.passwordHash,
    to: await hashPassword(newPassword),
  };
  await transaction(ctx, async (ctx) => {
    if (
      !(await replacePassword(ctx, uid, {
        ...hashes,
        isNew: true,
      }))
    )
      throw passwordWrongProblem(check.field);
    await recordAccountEvents(ctx, {
      uid,
      kind: "password-changed",
      client,
      sessionId,
    });
    const kept = {
      exceptSessionId: sessionId,
      exceptDevices: client.devices,
    };
    await endAccess(ctx, "password-change", {
      uid,
      ...kept,
      reason: "password changed",
      client,
    });
    const recipient = await recipientAt(ctx, account.email);
    const addedLately = await describeAddedLately(ctx, uid, recipient.language);
    await ctx.mail.send(ctx, passwordChangedEmail(ctx.community, recipient, addedLately));
  });
}

function passwordWrongProblem(field: string): Problem {
  const problem = new Problem("password_wrong");
  return new Problem("password_wrong", { fields: { [field]: problem.message } });
}
