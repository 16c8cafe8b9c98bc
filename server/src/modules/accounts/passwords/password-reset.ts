import { recipientAt } from "../accounts.store.ts";
import { describeAddedLately, endAccess } from "#platform/account-access/account-access.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { setPasswordByEmail } from "../account-changes.store.ts";
import { findDisplayNameByEmail, hasVerifiedAccount } from "../accounts.store.ts";
import {
  noAccountEmail,
  passwordChangedEmail,
  passwordResetEmail,
} from "../email/email-templates.ts";
import { rememberDevice } from "../sign-in/known-devices.ts";
import {
  createCodeWithinQuota,
  checkCode,
  redeemCode,
  invalidateCodes,
} from "../email/one-time-codes.ts";
import { hashPassword } from "./password-hash.ts";
import { assertStrongPassword } from "./password-rules.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

/**
 * Mails a code to choose a new password. If the address has no verified account, mails a note instead; the reply is the
 * same, and no code can match. Throws too_many within 60 s of the previous code.
 */
export function sendPasswordResetCode(
  ctx: Context,
  email: string,
  client: ClientInfo & { readonly flow: string },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const verified = await hasVerifiedAccount(ctx, email);
    const codeKey = {
      email,
      purpose: "password-reset",
      flow: client.flow,
    } as const;
    const mailed = await createCodeWithinQuota(ctx, codeKey, client, { blind: !verified });
    if (!mailed) return;
    const recipient = await recipientAt(ctx, email);
    const message = verified
      ? passwordResetEmail(ctx.community, recipient, {
          code: mailed.code,
          at: ctx.now(),
        })
      : noAccountEmail(ctx.community, recipient);
    await ctx.mail.send(ctx, {
      ...message,
      id: mailed.emailId,
    });
  });
}

interface PasswordReset {
  readonly email: string;
  readonly otp: string;
  readonly newPassword: string;
}

/**
 * Sets a new password, ends all access that must not outlive the old one and e-mails the owner, atomically and once per code. Afterwards this browser
 * is the only known device; returns the value of its cookie. Throws password_weak (which costs no attempt unless the
 * password contains the owner's name), code_wrong or too_many.
 */
export async function resetPassword(
  ctx: Context,
  { email, otp, newPassword }: PasswordReset,
  client: ClientInfo & { readonly flow: string | undefined },
): Promise<readonly string[]> {
  await assertStrongPassword(ctx, newPassword, { email }, "newPassword");
  const code = await checkCode(
    ctx,
    {
      email,
      purpose: "password-reset",
    },
    otp,
    client,
  );
  // Checked after the code, so that only the reader of this mailbox can learn the owner's name.
  await assertStrongPassword(
    ctx,
    newPassword,
    {
      email,
      displayName: await findDisplayNameByEmail(ctx, email),
    },
    "newPassword",
  );
  const passwordHash = await hashPassword(newPassword);
  return transaction(ctx, async (ctx) => {
    await redeemCode(ctx, code);
    const uid = await setPasswordByEmail(ctx, email, passwordHash);
    if (uid === undefined) throw new Problem("code_wrong");
    await recordAccountEvents(ctx, {
      uid,
      kind: "password-changed",
      client,
      reason: "reset",
    });
    await invalidateCodes(ctx, {
      email,
      purpose: "password-reset",
    });
    await endAccess(ctx, "password-reset", {
      uid,
      reason: "password changed",
      client,
    });
    const recipient = await recipientAt(ctx, email);
    const addedLately = await describeAddedLately(ctx, uid, recipient.language);
    await ctx.mail.send(ctx, passwordChangedEmail(ctx.community, recipient, addedLately));
    return rememberDevice(ctx, uid, client);
  });
}
