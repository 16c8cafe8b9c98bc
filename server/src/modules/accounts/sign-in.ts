import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { record, recordRefusal } from "./account-events.ts";
import { replacePassword } from "./account-changes.store.ts";
import { accountsAt, ownAccount } from "./accounts.store.ts";
import { comeBack } from "./leaving.ts";
import { hashPassword, isOfThisCost, matches } from "./password-hash.ts";
import { ownDeviceAt, rememberDevice } from "./known-devices.ts";
import { endSessionOf, type OpenedSession, openSession } from "./sessions.ts";
import { whySuspended } from "./suspension-words.ts";
import { beginTry } from "./tries.ts";
import type { Visitor } from "./visitor.ts";

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
  visitor: Visitor,
  /** The refresh token of the session before, where the browser has one. */
  before?: string,
): Promise<OpenedSession & { devices: readonly string[] }> {
  const own = await ownDeviceAt(ctx, email, visitor);
  const takeOff = await beginTry(ctx, "password", email, { networks: visitor.networks, own });
  const { proven, claimed } = await accountsAt(ctx, email);
  const right = await matches(proven?.password_hash, password);
  if (!right || !proven) {
    const ofClaim = await matches(claimed?.password_hash, password);
    await recordRefusal(ctx, proven?.uid, email, visitor);
    throw new Problem(ofClaim ? "email_unverified" : "credentials_wrong");
  }
  if (proven.suspended_at) {
    await takeOff(ctx);
    await recordRefusal(ctx, proven.uid, email, visitor);
    throw new Problem("account_suspended", { message: whySuspended(proven) });
  }
  const { uid } = proven;
  const passwordHash = await renewed(ctx, { uid, from: proven.password_hash, password });
  return transaction(ctx, async (ctx) => {
    await takeOff(ctx);
    const cameBack = proven.leaving_at !== null && (await comeBack(ctx, uid, visitor));
    const opened = await openSession(ctx, uid, { device: visitor.device, passwordHash });
    await record(ctx, { uid, kind: "signed-in", visitor, sessionId: opened.sessionId });
    await endSessionOf(ctx, before, { visitor, reason: "signed in anew" });
    const devices = await rememberDevice(ctx, uid, visitor);
    return { ...opened, devices, ...(cameBack && { session: { ...opened.session, cameBack } }) };
  });
}

/**
 * The account's hash, made anew where it is of an older cost. Only a right password comes this far, which the answer tells
 * anyway, so the time it takes tells nobody who has an account.
 */
async function renewed(
  ctx: Context,
  { uid, from, password }: { uid: string; from: string; password: string },
): Promise<string> {
  if (isOfThisCost(from)) return from;
  const to = await hashPassword(password);
  if (await transaction(ctx, (ctx) => replacePassword(ctx, uid, { from, to }))) return to;
  // Another sign-in made it anew meanwhile, or somebody chose another password.
  const now = await ownAccount(ctx, uid);
  if (!(await matches(now?.password_hash, password)) || !now) throw new Problem("credentials_wrong");
  return now.password_hash;
}
