import type { PasskeyOptions, PasskeyResponse } from "@commonlane/contract/passkeys";
import { type Context, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { findSignInAccount, findVerifiedAccount, hasPassword } from "../accounts.store.ts";
import { CHALLENGE_VALID_S, createChallenge } from "../passkeys/challenges.ts";
import { findPasskeys, markPasskeyUsed } from "../passkeys/passkeys.store.ts";
import {
  type PasskeySource,
  type RelyingParty,
  verifyPasskey,
} from "../passkeys/verify-passkey.ts";
import { assertPassword } from "../passwords/password-change.ts";
import {
  findSessionProofs,
  markConfirmed,
  markSecondFactorShown,
} from "../sessions/session-proofs.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { checkFactor, checkNeededFactor, needsFactorNow } from "./needed-factor.ts";
import { CONFIRMATION_VALID_S } from "@commonlane/contract/limits";

/** What the browser needs to ask for one of the caller's passkeys. */
export async function startConfirmation(
  ctx: Context,
  { uid }: Caller,
  {
    party,
    browserHash,
  }: {
    party: RelyingParty;
    browserHash: string;
  },
): Promise<PasskeyOptions> {
  const challenge = await createChallenge(ctx, {
    purpose: "confirmation",
    uid,
    browserHash,
  });
  const allowCredentials = (await findPasskeys(ctx, uid)).map(
    ({ credential_id: id, transports }) => ({
      id,
      type: "public-key" as const,
      transports,
    }),
  );
  return {
    challenge,
    rpId: party.id,
    timeout: CHALLENGE_VALID_S * 1000,
    userVerification: "required",
    allowCredentials,
  };
}

/**
 * Confirms for CONFIRMATION_VALID_S that the caller owns the account, by one of its passkeys. Throws passkey_wrong.
 */
export async function confirmWithPasskey(
  ctx: Context,
  { uid, sessionId }: Caller,
  response: PasskeyResponse,
  source: PasskeySource,
): Promise<void> {
  const checked = await verifyPasskey(
    ctx,
    {
      response,
      uid,
    },
    source,
  );
  await transaction(ctx, async (ctx) => {
    if (!(await markPasskeyUsed(ctx, checked))) throw new Problem("passkey_wrong");
    await markConfirmed(ctx, sessionId, { hasSecondFactor: true });
  });
}

/**
 * The same by the password, with a code if the session has not shown the second factor that the account needs. An
 * account without a password needs a new sign-in at its institution instead. Throws password_wrong, sign_in_again,
 * second_factor_needed, passkey_needed, code_wrong or too_many.
 */
export async function confirmWithPassword(
  ctx: Context,
  caller: Caller,
  {
    password,
    code,
  }: {
    readonly password: string;
    readonly code: string | undefined;
  },
  client: ClientInfo,
): Promise<void> {
  const { uid, sessionId } = caller;
  const isPasswordProven = await hasPassword(ctx, uid);
  if (isPasswordProven)
    await assertPassword(
      ctx,
      {
        uid,
        password,
        field: "password",
      },
      client,
    );
  else if (!isRecent(ctx, (await findSessionProofs(ctx, sessionId))?.confirmed_at))
    throw new Problem("sign_in_again");

  const needed = await needsFactorNow(ctx, caller);
  const source = {
    networks: client.networks,
    ownDevice: uid,
  };
  const hasSecondFactor = await checkFactor(
    ctx,
    {
      uid,
      needed,
      code,
    },
    source,
  );

  // Without a password only the sign-in has proven something, so its confirmation ends when it would have ended.
  await transaction(ctx, async (ctx) => {
    if (isPasswordProven) await markConfirmed(ctx, sessionId, { hasSecondFactor });
    else if (hasSecondFactor) await markSecondFactorShown(ctx, sessionId);
  });
}

/**
 * Asks for what a sign-in with the password needs, outside a session. Returns whether a second factor was shown. Throws
 * password_wrong, second_factor_needed, passkey_needed, code_wrong or too_many.
 */
export async function checkPasswordAndFactor(
  ctx: Context,
  uid: string,
  {
    password,
    code,
  }: {
    readonly password: string;
    readonly code?: string | undefined;
  },
  client: ClientInfo,
): Promise<boolean> {
  await assertPassword(
    ctx,
    {
      uid,
      password,
      field: "password",
    },
    client,
  );
  const account = await findSignInAccount(ctx, uid);
  if (!account) throw new Problem("password_wrong");
  return checkNeededFactor(ctx, account, code, client);
}

/**
 * For calls that ask for the password: without one, a recent confirmation is enough. Either way a second factor that
 * the account needs must have been shown in this session. Throws password_wrong, confirmation_needed or too_many.
 */
export async function assertPasswordOrConfirmation(
  ctx: Context,
  caller: Caller,
  password: string | undefined,
  client: ClientInfo,
): Promise<{ email: string }> {
  const { uid } = caller;
  if (password !== undefined) {
    const check = {
      uid,
      password,
      field: "password",
    };
    const account = await assertPassword(ctx, check, client);
    if (await needsFactorNow(ctx, caller)) throw new Problem("confirmation_needed");
    return account;
  }

  await assertRecentlyConfirmed(ctx, caller);
  const account = await findVerifiedAccount(ctx, uid);
  if (!account) throw new Problem("signed_out");
  return account;
}

/**
 * Throws confirmation_needed unless the user of this session has confirmed within CONFIRMATION_VALID_S that it is them,
 * with a second factor if the account needs one. Someone else may use an unlocked device.
 */
export async function assertRecentlyConfirmed(ctx: Context, caller: Caller): Promise<void> {
  const proofs = await findSessionProofs(ctx, caller.sessionId);
  if (!isRecent(ctx, proofs?.confirmed_at) || (await needsFactorNow(ctx, caller)))
    throw new Problem("confirmation_needed");
}

function isRecent({ now }: Context, confirmedAt: Date | null | undefined): boolean {
  return (
    confirmedAt != null && confirmedAt.getTime() > now().getTime() - CONFIRMATION_VALID_S * 1000
  );
}
