import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordFailedSignIn } from "../account-events.ts";
import { replacePassword } from "../account-changes.store.ts";
import { findAccountsByEmail, findVerifiedAccount } from "../accounts.store.ts";
import { hasCurrentCost, hashPassword, verifyPassword } from "../passwords/password-hash.ts";
import { checkNeededFactor } from "../second-factor/needed-factor.ts";
import { suspensionMessage } from "../suspension/suspension.ts";
import { findOwnDevice } from "./known-devices.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";
import { countAttempt } from "./login-throttle.ts";
import type { ClientInfo } from "./client-info.ts";
import { assertPasswordSignIn } from "./sign-in-owner.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
}

/**
 * Opens a session, ends the previous one of this browser and cancels a scheduled deletion of the account. Every refusal
 * costs two hashes and one account event, whether or not the address is known and whichever password was wrong. Only a
 * caller with the right password learns that an account is unverified or suspended, or needs a second factor.
 */
export function signIn(
  ...attempt: Parameters<typeof attemptSignIn>
): ReturnType<typeof attemptSignIn> {
  return attemptSignIn(...attempt).catch((error: unknown) => {
    if (error instanceof Problem) attempt[0].metrics.count("refused_sign_ins_total", error.code);
    throw error;
  });
}

async function attemptSignIn(
  ctx: Context,
  { email, password, code }: Credentials,
  client: ClientInfo,
  /** Refresh token of this browser's previous session. */
  previousToken?: string,
): Promise<SignedIn> {
  const ownDevice = await findOwnDevice(ctx, email, client);
  const refundAttempt = await countAttempt(ctx, "password", email, {
    networks: client.networks,
    ownDevice,
  });
  const { verified, claimed } = await findAccountsByEmail(ctx, email);
  const correct = await verifyPassword(verified?.password_hash, password);
  await assertPasswordSignIn(ctx, email, correct ? verified?.uid : undefined);
  if (!correct || !verified) {
    const matchesClaim = await verifyPassword(claimed?.password_hash, password);
    await recordFailedSignIn(ctx, verified?.uid, email, client);
    throw new Problem(matchesClaim ? "email_unverified" : "credentials_wrong");
  }
  if (verified.suspended_at) {
    await refundAttempt(ctx);
    await recordFailedSignIn(ctx, verified.uid, email, client);
    throw new Problem("account_suspended", { message: suspensionMessage(verified) });
  }
  const { uid } = verified;
  await refundAttempt(ctx);
  const hasSecondFactor = await checkNeededFactor(ctx, verified, code, {
    networks: client.networks,
    ownDevice,
  }).catch(async (error: unknown) => {
    if (code !== undefined) await recordFailedSignIn(ctx, uid, email, client);
    throw error;
  });
  const passwordHash = await rehashIfOutdated(ctx, {
    uid,
    oldHash: verified.password_hash,
    password,
  });
  return transaction(ctx, (ctx) =>
    completeSignIn(ctx, verified, {
      client,
      previousToken,
      passwordHash,
      hasSecondFactor,
    }),
  );
}

/**
 * The account's hash, renewed if its cost is outdated. Only runs for a correct password, which the reply reveals
 * anyway, so its duration reveals nothing more.
 */
async function rehashIfOutdated(
  ctx: Context,
  {
    uid,
    oldHash,
    password,
  }: {
    uid: string;
    oldHash: string;
    password: string;
  },
): Promise<string> {
  if (hasCurrentCost(oldHash)) return oldHash;
  const newHash = await hashPassword(password);
  if (
    await transaction(ctx, (ctx) =>
      replacePassword(ctx, uid, {
        from: oldHash,
        to: newHash,
        isNew: false,
      }),
    )
  )
    return newHash;
  // A concurrent sign-in renewed the hash, or the password was changed.
  const account = await findVerifiedAccount(ctx, uid);
  if (!(await verifyPassword(account?.password_hash, password)) || !account)
    throw new Problem("credentials_wrong");
  return account.password_hash;
}
