import type { SecondFactorStatus } from "@commonlane/contract/second-factor";
import type { ActingClient } from "#platform/account-access/access-kind.ts";
import { emailOwner } from "#platform/account-access/owner-emails.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { lockCaller } from "#platform/db/locks.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { findTokenUser, hasPassword } from "../accounts.store.ts";
import { deletePasskeysOf } from "../passkeys/passkeys.store.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import {
  clearProofsWithoutFactor,
  markSecondFactorShown,
} from "../sessions/session-proofs.store.ts";
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
import {
  recoveryCodesRenewedEmail,
  secondFactorOffEmail,
  secondFactorOnEmail,
} from "./security-emails.ts";
import {
  confirmAuthenticatorApp,
  countPasskeys,
  countRecoveryCodes,
  deleteAuthenticatorApp,
  findAuthenticatorApp,
  replaceRecoveryCodes,
  startAuthenticatorApp,
} from "./second-factor.store.ts";

export async function getSecondFactorStatus(
  ctx: Context,
  caller: Caller,
): Promise<SecondFactorStatus> {
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
export async function setUpAuthenticatorApp(
  ctx: Context,
  caller: Caller,
): Promise<{ key: string; url: string }> {
  const { uid } = caller;
  const user = await findTokenUser(ctx, uid);
  if (!user) throw new Problem("signed_out");
  const key = newAuthenticatorKey();
  if (
    !(await startAuthenticatorApp(ctx, {
      uid,
      key,
      recoverySalt: newRecoverySalt(),
    }))
  )
    throw new Problem("second_factor_on");
  return {
    key,
    url: authenticatorUrl(key, {
      issuer: ctx.community.name,
      label: user.email,
    }),
  };
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
  const refundAttempt = await countAttempt(ctx, "secondFactor", uid, {
    networks: client.networks,
    ownDevice: uid,
  });
  const app = await findAuthenticatorApp(ctx, uid);
  if (app?.confirmed_at) throw new Problem("second_factor_on");
  const step = app && findTimeStep(app.key, normalizeCode(typed), ctx.now());
  if (!app || step === undefined) throw new Problem("code_wrong");
  const { codes, hashes } = await createRecoveryCodes(app.recovery_salt);
  await transaction(ctx, async (ctx) => {
    await lockCaller(ctx, caller);
    if (
      !(await confirmAuthenticatorApp(ctx, {
        uid,
        key: app.key,
        step,
      }))
    )
      throw new Problem("code_wrong");
    await replaceRecoveryCodes(ctx, uid, hashes);
    await markSecondFactorShown(ctx, sessionId);
    await recordAccountEvents(ctx, {
      uid,
      kind: "second-factor-on",
      client,
      sessionId,
    });
    await endSessions(ctx, {
      uid,
      exceptSessionId: sessionId,
      reason: "second factor set up",
      client,
    });
    await emailOwner(ctx, uid, (recipient) => secondFactorOnEmail(ctx.community, recipient));
    await refundAttempt(ctx);
  });
  return { recoveryCodes: codes };
}

/** Removes the app with the recovery codes and e-mails the owner. Throws not_found. */
export async function turnOffSecondFactor(
  ctx: Context,
  caller: Caller,
  client: ActingClient,
): Promise<void> {
  const { uid, sessionId } = caller;
  await transaction(ctx, async (ctx) => {
    if (!(await deleteAuthenticatorApp(ctx, uid, new Date(0)))) throw new Problem("not_found");
    await clearProofsWithoutFactor(ctx, uid);
    await recordAccountEvents(ctx, {
      uid,
      kind: "second-factor-off",
      client,
      sessionId,
    });
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
    await lockCaller(ctx, caller);
    if (!(await replaceRecoveryCodes(ctx, uid, hashes))) throw new Problem("not_found");
    await recordAccountEvents(ctx, {
      uid,
      kind: "recovery-codes-renewed",
      client,
      sessionId,
    });
    await emailOwner(ctx, uid, (recipient) => recoveryCodesRenewedEmail(ctx.community, recipient));
  });
  return { recoveryCodes: codes };
}

/**
 * For an owner who lost them: removes all passkeys and the authenticator app and ends all sessions. The operator has
 * checked who asked. Returns false if there was nothing to remove.
 */
export async function resetSecondFactors(ctx: InTransaction, uid: string): Promise<boolean> {
  const hadPasskeys = await removePasskeys(ctx, uid);
  const hadApp = await removeAuthenticatorApp(ctx, uid);
  if (!hadPasskeys && !hadApp) return false;
  await endSessions(ctx, {
    uid,
    reason: "second factor reset",
  });
  return true;
}

interface Removal {
  /** By default, all are removed. */
  readonly addedAfter?: Date;
  readonly client?: ActingClient | undefined;
}

/** Removes the passkeys that were added after an instant; returns false if there is none. */
export async function removePasskeys(
  ctx: InTransaction,
  uid: string,
  { addedAfter = new Date(0), client }: Removal = {},
): Promise<boolean> {
  if ((await deletePasskeysOf(ctx, uid, addedAfter)) === 0) return false;
  await recordAccountEvents(ctx, {
    uid,
    kind: "passkey-removed",
    client,
  });
  await clearProofsWithoutFactor(ctx, uid);
  return true;
}

/** The same for the authenticator app. */
export async function removeAuthenticatorApp(
  ctx: InTransaction,
  uid: string,
  { addedAfter = new Date(0), client }: Removal = {},
): Promise<boolean> {
  if (!(await deleteAuthenticatorApp(ctx, uid, addedAfter))) return false;
  await recordAccountEvents(ctx, {
    uid,
    kind: "second-factor-off",
    client,
  });
  await clearProofsWithoutFactor(ctx, uid);
  return true;
}
