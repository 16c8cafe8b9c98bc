import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents, recordFailedSignIn } from "../account-events.ts";
import { replacePassword } from "../account-changes.store.ts";
import { findAccountsByEmail, findVerifiedAccount } from "../accounts.store.ts";
import { cancelDeletion } from "../deletion/schedule-deletion.ts";
import { hashPassword, hasCurrentCost, verifyPassword } from "../passwords/password-hash.ts";
import { findOwnDevice, rememberDevice } from "./known-devices.ts";
import { endSessionByToken, type OpenedSession, openSession } from "../sessions/sessions.ts";
import { suspensionMessage } from "../suspension/suspension-message.ts";
import { countAttempt } from "./login-throttle.ts";
import type { ClientInfo } from "./client-info.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens a session, and ends the one that this browser had, whoever's it was. Whose account was to be deleted keeps it by
 * that. Every refusal costs two hashes and a line in the account's events, whether the e-mail is known or not and whichever
 * password was wrong; whether an account is unverified or suspended is told to nobody who has not its password.
 */
export async function signIn(
  ctx: Context,
  { email, password }: Credentials,
  client: ClientInfo,
  /** The refresh token of the session before, where the browser has one. */
  previousToken?: string,
): Promise<OpenedSession & { devices: readonly string[] }> {
  const ownDevice = await findOwnDevice(ctx, email, client);
  const refundAttempt = await countAttempt(ctx, "password", email, { networks: client.networks, ownDevice });
  const { verified, claimed } = await findAccountsByEmail(ctx, email);
  const correct = await verifyPassword(verified?.password_hash, password);
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
  const passwordHash = await rehashIfOutdated(ctx, { uid, oldHash: verified.password_hash, password });
  return transaction(ctx, async (ctx) => {
    await refundAttempt(ctx);
    const deletionCancelled = verified.deletion_requested_at !== null && (await cancelDeletion(ctx, uid, client));
    const openedSession = await openSession(ctx, uid, { device: client.device, passwordHash });
    await recordAccountEvents(ctx, { uid, kind: "signed-in", client, sessionId: openedSession.sessionId });
    await endSessionByToken(ctx, previousToken, { client, reason: "signed in anew" });
    const devices = await rememberDevice(ctx, uid, client);
    return {
      ...openedSession,
      devices,
      ...(deletionCancelled && { session: { ...openedSession.session, deletionCancelled } }),
    };
  });
}

/**
 * The account's hash, made anew where it is of an older cost. Only a right password comes this far, which the answer tells
 * anyway, so the time it takes tells nobody who has an account.
 */
async function rehashIfOutdated(
  ctx: Context,
  { uid, oldHash, password }: { uid: string; oldHash: string; password: string },
): Promise<string> {
  if (hasCurrentCost(oldHash)) return oldHash;
  const newHash = await hashPassword(password);
  if (await transaction(ctx, (ctx) => replacePassword(ctx, uid, { from: oldHash, to: newHash }))) return newHash;
  // Another sign-in made it anew meanwhile, or somebody chose another password.
  const account = await findVerifiedAccount(ctx, uid);
  if (!(await verifyPassword(account?.password_hash, password)) || !account) throw new Problem("credentials_wrong");
  return account.password_hash;
}
