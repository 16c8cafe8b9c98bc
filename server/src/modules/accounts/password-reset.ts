import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { record } from "./account-events.ts";
import { setPasswordAt } from "./account-changes.store.ts";
import { displayNameAt, isProven } from "./accounts.store.ts";
import { endSessions } from "./end-sessions.ts";
import { noAccountLetter, passwordChangedLetter, passwordResetLetter } from "./letters.ts";
import { forgetDevices, rememberDevice } from "./known-devices.ts";
import { askForCode, tryCode, useCode, voidCodes } from "./one-time-codes.ts";
import { hashPassword } from "./password-hash.ts";
import { mustBeStrong } from "./password-rules.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Mails a code that lets its reader choose a new password. Where nobody has proven this address, its reader is told
 * that instead, and whoever asked sees the same answer and a code that no try can match. Throws too_many within the
 * 60 s after the code before.
 */
export function sendPasswordResetCode(
  ctx: Context,
  email: string,
  visitor: Visitor & { readonly flow: string },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const proven = await isProven(ctx, email);
    const whose = { email, purpose: "password-reset", flow: visitor.flow } as const;
    const code = await askForCode(ctx, whose, visitor, { blind: !proven });
    if (code === undefined) return;
    const letter = proven ? passwordResetLetter(ctx.settings, email, code) : noAccountLetter(ctx.settings, email);
    await ctx.mail.send(ctx, letter);
  });
}

interface Reset {
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
  { email, otp, newPassword }: Reset,
  visitor: Visitor & { readonly flow: string | undefined },
): Promise<readonly string[]> {
  await mustBeStrong(ctx, newPassword, { email }, "newPassword");
  const code = await tryCode(ctx, { email, purpose: "password-reset" }, otp, visitor);
  // Only who reads the mail of this address may learn whose name it is.
  await mustBeStrong(ctx, newPassword, { email, displayName: await displayNameAt(ctx, email) }, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  return transaction(ctx, async (ctx) => {
    await useCode(ctx, code);
    const uid = await setPasswordAt(ctx, email, passwordHash);
    if (uid === undefined) throw new Problem("code_wrong");
    await record(ctx, { uid, kind: "password-changed", visitor, reason: "reset" });
    await voidCodes(ctx, { email, purpose: "password-reset" });
    await endSessions(ctx, { uid, reason: "password changed", visitor });
    await forgetDevices(ctx, uid);
    await ctx.mail.send(ctx, passwordChangedLetter(ctx.settings, email));
    return rememberDevice(ctx, uid, visitor);
  });
}
