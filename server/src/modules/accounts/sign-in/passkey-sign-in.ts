import type { PasskeyOptions, PasskeyResponse } from "@commonlane/contract/passkeys";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordFailedSignIn } from "../account-events.ts";
import { findSignInAccount } from "../accounts.store.ts";
import { CHALLENGE_VALID_S, createChallenge } from "../passkeys/challenges.ts";
import { markPasskeyUsed } from "../passkeys/passkeys.store.ts";
import {
  type PasskeySource,
  type RelyingParty,
  verifyPasskey,
} from "../passkeys/verify-passkey.ts";
import { suspensionMessage } from "../suspension/suspension.ts";
import type { ClientInfo } from "./client-info.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";

/** What the browser needs to ask its user for any passkey of this website; says nothing about accounts. */
export async function startPasskeySignIn(
  ctx: Context,
  {
    party,
    browserHash,
  }: {
    party: RelyingParty;
    browserHash: string;
  },
): Promise<PasskeyOptions> {
  const challenge = await createChallenge(ctx, {
    purpose: "sign-in",
    uid: null,
    browserHash,
  });
  const timeout = CHALLENGE_VALID_S * 1000;
  return {
    challenge,
    rpId: party.id,
    timeout,
    userVerification: "required",
    allowCredentials: [],
  };
}

/**
 * Signs in without a password. A passkey counts as both factors: its owner has the device and was verified by it.
 * Throws passkey_wrong, also if the passkey's counter shows that there is a copy of it, or account_suspended.
 */
export async function signInWithPasskey(
  ctx: Context,
  response: PasskeyResponse,
  {
    previousToken,
    party,
    browserHash,
    ...client
  }: PasskeySource & ClientInfo & { previousToken: string | undefined },
): Promise<SignedIn> {
  try {
    const passkey = await verifyPasskey(
      ctx,
      {
        response,
        uid: null,
      },
      {
        party,
        browserHash,
      },
    );
    const account = await findSignInAccount(ctx, passkey.uid);
    if (!account) throw new Problem("passkey_wrong");
    if (account.suspended_at) {
      await recordFailedSignIn(ctx, account.uid, account.email, client);
      throw new Problem("account_suspended", { message: suspensionMessage(account) });
    }
    return await transaction(ctx, async (ctx) => {
      if (!(await markPasskeyUsed(ctx, passkey))) throw new Problem("passkey_wrong");
      return completeSignIn(ctx, account, {
        client,
        previousToken,
        hasSecondFactor: true,
      });
    });
  } catch (error) {
    if (error instanceof Problem) ctx.metrics.count("refused_sign_ins_total", error.code);
    throw error;
  }
}
