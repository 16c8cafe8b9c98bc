import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { setPasswordByEmail } from "../account-changes.store.ts";
import { findDisplayNameByEmail, hasVerifiedAccount } from "../accounts.store.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { noAccountEmail, passwordChangedEmail, passwordResetEmail } from "../email/email-templates.ts";
import { deleteKnownDevices, rememberDevice } from "../sign-in/known-devices.ts";
import { createCodeWithinQuota, checkCode, redeemCode, invalidateCodes } from "../email/one-time-codes.ts";
import { hashPassword } from "./password-hash.ts";
import { assertStrongPassword } from "./password-rules.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

/**
 * Mails a code that lets its reader choose a new password. Where nobody has proven this address, its reader is told
 * that instead, and whoever asked sees the same answer and a code that no try can match. Throws too_many within the
 * 60 s after the code before.
 */
export function sendPasswordResetCode(
  ctx: Context,
  email: string,
  client: ClientInfo & { readonly flow: string },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const verified = await hasVerifiedAccount(ctx, email);
    const codeKey = { email, purpose: "password-reset", flow: client.flow } as const;
    const code = await createCodeWithinQuota(ctx, codeKey, client, { unguessable: !verified });
    if (code === undefined) return;
    const message = verified ? passwordResetEmail(ctx.settings, email, code) : noAccountEmail(ctx.settings, email);
    await ctx.mail.send(ctx, message);
  });
}

interface PasswordReset {
  readonly email: string;
  readonly otp: string;
  readonly newPassword: string;
}

/**
 * Gives the account a new password, ends all its sessions and tells its owner; all of it or nothing, and once for each
 * code. Only this browser is known to the account from then on; gives what its cookie is to hold. Throws password_weak,
 * which costs no try unless it is their name, code_wrong or too_many.
 */
export async function resetPassword(
  ctx: Context,
  { email, otp, newPassword }: PasswordReset,
  client: ClientInfo & { readonly flow: string | undefined },
): Promise<readonly string[]> {
  await assertStrongPassword(ctx, newPassword, { email }, "newPassword");
  const code = await checkCode(ctx, { email, purpose: "password-reset" }, otp, client);
  // Only who reads the mail of this address may learn whose name it is.
  await assertStrongPassword(
    ctx,
    newPassword,
    { email, displayName: await findDisplayNameByEmail(ctx, email) },
    "newPassword",
  );
  const passwordHash = await hashPassword(newPassword);
  return transaction(ctx, async (ctx) => {
    await redeemCode(ctx, code);
    const uid = await setPasswordByEmail(ctx, email, passwordHash);
    if (uid === undefined) throw new Problem("code_wrong");
    await recordAccountEvents(ctx, { uid, kind: "password-changed", client, reason: "reset" });
    await invalidateCodes(ctx, { email, purpose: "password-reset" });
    await endSessions(ctx, { uid, reason: "password changed", client });
    await deleteKnownDevices(ctx, uid);
    await ctx.mail.send(ctx, passwordChangedEmail(ctx.settings, email));
    return rememberDevice(ctx, uid, client);
  });
}
