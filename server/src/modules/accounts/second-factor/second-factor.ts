import type { SecondFactorStatus } from "@commonlane/contract/second-factor";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { findTokenUser, hasPassword } from "../accounts.store.ts";
import { deletePasskeysOf } from "../passkeys/passkeys.store.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { clearProofsWithoutFactor, markSecondFactorShown } from "../sessions/session-proofs.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { countAttempt } from "../sign-in/login-throttle.ts";
import {
  authenticatorUrl,
  createRecoveryCodes,
  findTimeStep,
  newAuthenticatorKey,
  newRecoverySalt,
  normalizeCode,
} from "./authenticator-codes.ts";
import { hasShownFactor, isSecondFactorRequired } from "./needed-factor.ts";
import { emailOwner, recoveryCodesRenewedEmail, secondFactorOffEmail, secondFactorOnEmail } from "./security-emails.ts";
import {
  confirmAuthenticatorApp,
  countPasskeys,
  countRecoveryCodes,
  deleteAuthenticatorApp,
  findAuthenticatorApp,
  replaceRecoveryCodes,
  startAuthenticatorApp,
} from "./second-factor.store.ts";

export async function getSecondFactorStatus(ctx: Context, caller: Caller): Promise<SecondFactorStatus> {
  const { uid } = caller;
  const app = await findAuthenticatorApp(ctx, uid);
  return {
    authenticatorAppSince: app?.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(ctx, uid),
    passkeyCount: await countPasskeys(ctx, uid),
    shownInSession: await hasShownFactor(ctx, caller),
    required: await isSecondFactorRequired(ctx, uid),
    hasPassword: await hasPassword(ctx, uid),
  };
}

/** Starts a set-up with a new key. Throws second_factor_on. */
export async function setUpAuthenticatorApp(ctx: Context, caller: Caller): Promise<{ key: string; url: string }> {
  const { uid } = caller;
  const user = await findTokenUser(ctx, uid);
  if (!user) throw new Problem("signed_out");
  const key = newAuthenticatorKey();
  if (!(await startAuthenticatorApp(ctx, { uid, key, recoverySalt: newRecoverySalt() })))
    throw new Problem("second_factor_on");
  return { key, url: authenticatorUrl(key, { issuer: ctx.community.name, label: user.email }) };
}

/**
 * Puts the app into use after its first code, ends all other sessions, which have not shown it, and e-mails the owner.
 * Returns the recovery codes, which cannot be read again. Throws code_wrong, second_factor_on or too_many.
 */
export async function turnOnSecondFactor(
  ctx: Context,
  caller: Caller,
  typed: string,
  client: ClientInfo,
): Promise<{ recoveryCodes: string[] }> {
  const { uid, sessionId } = caller;
  const refundAttempt = await countAttempt(ctx, "secondFactor", uid, { networks: client.networks, ownDevice: uid });
  const app = await findAuthenticatorApp(ctx, uid);
  if (app?.confirmed_at) throw new Problem("second_factor_on");
  const step = app && findTimeStep(app.key, normalizeCode(typed), ctx.now());
  if (!app || step === undefined) throw new Problem("code_wrong");
  const { codes, hashes } = await createRecoveryCodes(app.recovery_salt);
  await transaction(ctx, async (ctx) => {
    if (!(await confirmAuthenticatorApp(ctx, { uid, key: app.key, step }))) throw new Problem("code_wrong");
    await replaceRecoveryCodes(ctx, uid, hashes);
    await markSecondFactorShown(ctx, sessionId);
    await recordAccountEvents(ctx, { uid, kind: "second-factor-on", client, sessionId });
    await endSessions(ctx, { uid, exceptSessionId: sessionId, reason: "second factor set up", client });
    await emailOwner(ctx, uid, (recipient) => secondFactorOnEmail(ctx.community, recipient));
    await refundAttempt(ctx);
  });
  return { recoveryCodes: codes };
}

/** Removes the app with the recovery codes and e-mails the owner. Throws not_found. */
export async function turnOffSecondFactor(ctx: Context, caller: Caller, client: ClientInfo): Promise<void> {
  const { uid, sessionId } = caller;
  await transaction(ctx, async (ctx) => {
    if (!(await deleteAuthenticatorApp(ctx, uid, new Date(0)))) throw new Problem("not_found");
    await clearProofsWithoutFactor(ctx, uid);
    await recordAccountEvents(ctx, { uid, kind: "second-factor-off", client, sessionId });
    await emailOwner(ctx, uid, (recipient) => secondFactorOffEmail(ctx.community, recipient));
  });
}

/** Replaces all recovery codes. Throws not_found. */
export async function renewRecoveryCodes(
  ctx: Context,
  caller: Caller,
  client: ClientInfo,
): Promise<{ recoveryCodes: string[] }> {
  const { uid, sessionId } = caller;
  const app = await findAuthenticatorApp(ctx, uid);
  if (!app?.confirmed_at) throw new Problem("not_found");
  const { codes, hashes } = await createRecoveryCodes(app.recovery_salt);
  await transaction(ctx, async (ctx) => {
    if (!(await replaceRecoveryCodes(ctx, uid, hashes))) throw new Problem("not_found");
    await recordAccountEvents(ctx, { uid, kind: "recovery-codes-renewed", client, sessionId });
    await emailOwner(ctx, uid, (recipient) => recoveryCodesRenewedEmail(ctx.community, recipient));
  });
  return { recoveryCodes: codes };
}

/**
 * For an owner who lost them: removes all passkeys and the authenticator app and ends all sessions. The operator has
 * checked who asked. Returns false if there was nothing to remove.
 */
export async function resetSecondFactors(ctx: InTransaction, uid: string): Promise<boolean> {
  if (!(await removeSecondFactors(ctx, uid))) return false;
  await endSessions(ctx, { uid, reason: "second factor reset" });
  return true;
}

/**
 * Removes the passkeys and the authenticator app that were added after an instant, by default all; returns false if
 * there is none.
 */
export async function removeSecondFactors(
  ctx: InTransaction,
  uid: string,
  { addedAfter = new Date(0), client }: { addedAfter?: Date; client?: ClientInfo } = {},
): Promise<boolean> {
  const hadPasskeys = (await deletePasskeysOf(ctx, uid, addedAfter)) > 0;
  const hadApp = await deleteAuthenticatorApp(ctx, uid, addedAfter);
  if (hadPasskeys) await recordAccountEvents(ctx, { uid, kind: "passkey-removed", client });
  if (hadApp) await recordAccountEvents(ctx, { uid, kind: "second-factor-off", client });
  if (hadPasskeys || hadApp) await clearProofsWithoutFactor(ctx, uid);
  return hadPasskeys || hadApp;
}
