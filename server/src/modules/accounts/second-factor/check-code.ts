import { emailOwner } from "#platform/account-access/owner-emails.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { hashCodeWithSalt } from "../passwords/password-hash.ts";
import { type AttemptSource, countAttempt } from "../sign-in/login-throttle.ts";
import { findTimeStep, isAuthenticatorCode, normalizeCode } from "./authenticator-codes.ts";
import { recoveryCodeUsedEmail } from "./security-emails.ts";
import {
  type AuthenticatorApp,
  countRecoveryCodes,
  findAuthenticatorApp,
  useRecoveryCode,
  useTimeStep,
} from "./second-factor.store.ts";

/**
 * Checks a code of the authenticator app, or a recovery code, and uses it up. Counts the attempt before, outside the
 * caller's transaction, because a rollback would undo the count. Throws code_wrong or too_many.
 */
export async function checkSecondFactorCode(
  ctx: Context,
  uid: string,
  typed: string,
  source: AttemptSource,
): Promise<void> {
  const refundAttempt = await countAttempt(ctx, "secondFactor", uid, source);
  const app = await findAuthenticatorApp(ctx, uid);
  const code = normalizeCode(typed);
  const redeem = isAuthenticatorCode(code) ? redeemAuthenticatorCode : redeemRecoveryCode;
  if (!app?.confirmed_at || !(await redeem(ctx, app, code))) throw new Problem("code_wrong");
  await refundAttempt(ctx);
}

async function redeemAuthenticatorCode(
  ctx: Context,
  { uid, key }: AuthenticatorApp,
  code: string,
): Promise<boolean> {
  const step = findTimeStep(key, code, ctx.now());
  return step !== undefined && useTimeStep(ctx, uid, step);
}

async function redeemRecoveryCode(
  ctx: Context,
  { uid, recovery_salt: salt }: AuthenticatorApp,
  code: string,
): Promise<boolean> {
  const codeHash = await hashCodeWithSalt(code, salt);
  return transaction(ctx, async (ctx) => {
    if (!(await useRecoveryCode(ctx, uid, codeHash))) return false;
    const left = await countRecoveryCodes(ctx, uid);
    await recordAccountEvents(ctx, {
      uid,
      kind: "recovery-code-used",
    });
    await emailOwner(ctx, uid, (recipient) =>
      recoveryCodeUsedEmail(ctx.community, recipient, left),
    );
    return true;
  });
}
