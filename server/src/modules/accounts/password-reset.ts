import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { record } from "./account-events.ts";
import { setPasswordAt } from "./account-changes.store.ts";
import { displayNameAt, isProven } from "./accounts.store.ts";
import { endSessions } from "./end-sessions.ts";
import { noAccountLetter, passwordChangedLetter, passwordResetLetter } from "./letters.ts";
import { askForCode, tryCode, useCode } from "./one-time-codes.ts";
import { hashPassword } from "./password-hash.ts";
import { mustBeStrong } from "./password-rules.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Mails a code that lets its reader choose a new password. Where nobody has proven this address, its reader is told
 * that instead, and whoever asked sees the same answer and a code that no try can match. Throws too_many within the
 * 60 s after the code before.
 */
export function sendPasswordResetCode(ctx: Context, email: string, { network }: Visitor): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const proven = await isProven(ctx, email);
    const code = await askForCode(ctx, { email, purpose: "password-reset" }, network, { blind: !proven });
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
 * code. Throws password_weak, which costs no try unless it is their name, code_wrong or too_many.
 */
export async function resetPassword(ctx: Context, { email, otp, newPassword }: Reset, visitor: Visitor): Promise<void> {
  await mustBeStrong(ctx, newPassword, { email }, "newPassword");
  const code = await tryCode(ctx, { email, purpose: "password-reset" }, otp, visitor.network);
  // Only who reads the mail of this address may learn whose name it is.
  await mustBeStrong(ctx, newPassword, { email, displayName: await displayNameAt(ctx, email) }, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  await transaction(ctx, async (ctx) => {
    await useCode(ctx, code);
    const uid = await setPasswordAt(ctx, email, passwordHash);
    if (uid === undefined) throw new Problem("code_wrong");
    await record(ctx, { uid, kind: "password-changed", visitor, reason: "reset" });
    await endSessions(ctx, { uid, reason: "password changed", visitor });
    await ctx.mail.send(ctx, passwordChangedLetter(ctx.settings, email));
  });
}
