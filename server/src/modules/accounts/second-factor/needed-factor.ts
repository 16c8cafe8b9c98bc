import { TEAM_SECOND_FACTOR_VALID_S } from "@commonlane/contract/limits";
import { emailOwner } from "#platform/account-access/owner-emails.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { recordAccountEvents } from "../account-events.ts";
import { hashCodeWithSalt } from "../passwords/password-hash.ts";
import { findSessionProofs } from "../sessions/session-proofs.store.ts";
import { type AttemptSource, countAttempt } from "../sign-in/login-throttle.ts";
import { findTimeStep, isAuthenticatorCode, normalizeCode } from "./authenticator-codes.ts";
import {
  type AuthenticatorApp,
  countPasskeys,
  countRecoveryCodes,
  findAuthenticatorApp,
  isTeamMember,
  useRecoveryCode,
  useTimeStep,
} from "./second-factor.store.ts";
import { recoveryCodeUsedEmail } from "./security-emails.ts";

/** Whether the community requires a second factor of this user. */
export async function isSecondFactorRequired(ctx: Context, uid: string): Promise<boolean> {
  return ctx.community.requireSecondFactor === "team" && (await isTeamMember(ctx, uid));
}

/**
 * What this account needs besides a password. For most users a passkey is another way to sign in, which does not change
 * what their password can do; for those who must have a second factor, it is one.
 */
async function findNeededFactor(
  ctx: Context,
  {
    uid,
    second_factor_on: hasApp,
  }: {
    readonly uid: string;
    readonly second_factor_on: boolean;
  },
): Promise<"code" | "passkey" | undefined> {
  if (hasApp) return "code";
  return (await isSecondFactorRequired(ctx, uid)) && (await countPasskeys(ctx, uid)) > 0
    ? "passkey"
    : undefined;
}

/**
 * Checks the second factor that an account needs besides a password; returns false if it needs none. Throws
 * second_factor_needed without a code, passkey_needed, code_wrong or too_many.
 */
export async function checkNeededFactor(
  ctx: Context,
  account: {
    readonly uid: string;
    readonly second_factor_on: boolean;
  },
  code: string | undefined,
  source: AttemptSource,
): Promise<boolean> {
  return checkFactor(
    ctx,
    {
      uid: account.uid,
      needed: await findNeededFactor(ctx, account),
      code,
    },
    source,
  );
}

/** The same for a user who needs this factor. */
export async function checkFactor(
  ctx: Context,
  {
    uid,
    needed,
    code,
  }: {
    uid: string;
    needed: "code" | "passkey" | undefined;
    code: string | undefined;
  },
  source: AttemptSource,
): Promise<boolean> {
  if (needed === undefined) return false;
  if (needed === "passkey") throw new Problem("passkey_needed");
  if (code === undefined) throw new Problem("second_factor_needed");
  await checkSecondFactorCode(ctx, uid, code, source);
  return true;
}

/** True if the community requires a second factor of the caller, and their session has not shown one. */
export async function isSecondFactorMissing(ctx: Context, caller: Caller): Promise<boolean> {
  return (await isSecondFactorRequired(ctx, caller.uid)) && !(await hasShownFactor(ctx, caller));
}

/** For calls of moderators and administrators. Throws second_factor_required. */
export async function assertTeamSecondFactor(ctx: Context, caller: Caller): Promise<void> {
  if (await isSecondFactorMissing(ctx, caller)) throw new Problem("second_factor_required");
}

/** True if the owner of the account signs in only with a code of the app, or a passkey. */
export async function hasAuthenticatorApp(ctx: Context, uid: string): Promise<boolean> {
  return Boolean((await findAuthenticatorApp(ctx, uid))?.confirmed_at);
}

/** True if a password alone does not prove that the user of this session owns the account. */
export async function needsFactorNow(
  ctx: Context,
  caller: Caller,
): Promise<"code" | "passkey" | undefined> {
  if (await hasShownFactor(ctx, caller)) return undefined;
  const { uid } = caller;
  return findNeededFactor(ctx, {
    uid,
    second_factor_on: await hasAuthenticatorApp(ctx, uid),
  });
}

/**
 * Whether the session has shown a second factor. What a session of the team has shown counts for
 * TEAM_SECOND_FACTOR_VALID_S, that of another user as long as the session.
 */
export async function hasShownFactor(ctx: Context, { uid, sessionId }: Caller): Promise<boolean> {
  const shownAt = (await findSessionProofs(ctx, sessionId))?.second_factor_at;
  if (!shownAt) return false;
  const validUntil = shownAt.getTime() + TEAM_SECOND_FACTOR_VALID_S * 1000;
  return validUntil > ctx.now().getTime() || !(await isTeamMember(ctx, uid));
}

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
