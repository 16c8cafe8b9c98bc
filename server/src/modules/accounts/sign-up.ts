import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Session } from "@commonlane/contract/identity";
import { mustBeWelcome, welcome } from "#modules/community/index.ts";
import { agreeAtSignUp } from "#modules/consents/index.ts";
import { assertNotCommunityName, startProfile } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { record } from "./account-events.ts";
import { claimAddress, insertProven, isProven, markWarned } from "./accounts.store.ts";
import { accountExistsLetter, registrationLetter, triedToSignUpLetter } from "./letters.ts";
import { rememberDevice } from "./known-devices.ts";
import { askForCode, spendCode } from "./one-time-codes.ts";
import { hashPassword } from "./password-hash.ts";
import { mustBeStrong } from "./password-rules.ts";
import { describeSession, type OpenedSession, openSession } from "./sessions.ts";
import type { Visitor } from "./visitor.ts";

const WARNED_AGAIN_AFTER_MS = DAY_MS;

/**
 * Mails a code that proves this address. Where it is proven already, its owner is told so instead, and whoever asked
 * sees the same answer and a code that no try can match. Throws what `mustBeWelcome` throws, password_weak where
 * one is said that sign-up would refuse, or too_many within the 60 s after the code before.
 */
export async function sendRegistrationCode(
  ctx: Context,
  { email, inviteCode, password, displayName }: Omit<SignUp, "password"> & { readonly password?: string | undefined },
  visitor: Visitor & { readonly flow: string },
): Promise<void> {
  await mustBeWelcome(ctx, { email, inviteCode });
  assertNotCommunityName(ctx.settings, [displayName], "displayName");
  if (password !== undefined) await mustBeStrong(ctx, password, { email, displayName });
  await transaction(ctx, async (ctx) => {
    const proven = await isProven(ctx, email);
    const whose = { email, purpose: "registration", flow: visitor.flow } as const;
    const code = await askForCode(ctx, whose, visitor, { blind: proven });
    if (code === undefined) return;
    const letter = proven ? accountExistsLetter(ctx.settings, email) : registrationLetter(ctx.settings, email, code);
    await ctx.mail.send(ctx, letter);
  });
}

export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly displayName?: string | undefined;
  readonly inviteCode?: string | undefined;
}

/**
 * Makes an account. With a code that this browser verified, which it spends, the e-mail is proven and a session opens;
 * without one the address is only claimed, beside an account that may be there already, and the answer is the same in both
 * cases.
 * Throws password_weak, what `welcome` throws, or email_taken, which only somebody who proved the address can meet.
 */
export async function signUp(
  ctx: Context,
  { email, password, displayName, inviteCode }: SignUp,
  visitor: Visitor & { readonly proof: string | undefined },
): Promise<{ session: Session; refreshToken?: string; devices?: readonly string[] }> {
  assertNotCommunityName(ctx.settings, [displayName], "displayName");
  await mustBeStrong(ctx, password, { email, displayName });
  const account = { email, passwordHash: await hashPassword(password) };
  const name = displayName || null;
  return transaction(ctx, async (ctx) => {
    await welcome(ctx, { email, inviteCode });
    const isProof = await spendCode(ctx, { email, purpose: "registration" }, visitor.proof);
    if (isProof) return startProven(ctx, account, name, visitor);
    const uid = await claimAddress(ctx, account);
    await startProfile(ctx, uid, name);
    await agreeAtSignUp(ctx, uid);
    await warnOwner(ctx, email);
    const bearer = { uid, email, emailVerified: false, displayName: name };
    return { session: await describeSession(ctx, bearer, randomUUID()) };
  });
}

async function startProven(
  ctx: InTransaction,
  account: { email: string; passwordHash: string },
  displayName: string | null,
  visitor: Visitor,
): Promise<OpenedSession & { devices: readonly string[] }> {
  const uid = await insertProven(ctx, account);
  if (uid === undefined) throw new Problem("email_taken");
  await startProfile(ctx, uid, displayName);
  await agreeAtSignUp(ctx, uid);
  const opened = await openSession(ctx, uid, { device: visitor.device });
  await record(ctx, { uid, kind: "signed-up", visitor, sessionId: opened.sessionId });
  return { ...opened, devices: await rememberDevice(ctx, uid, visitor) };
}

async function warnOwner(ctx: InTransaction, email: string): Promise<void> {
  const notSince = new Date(ctx.now().getTime() - WARNED_AGAIN_AFTER_MS);
  if (await markWarned(ctx, email, notSince)) await ctx.mail.send(ctx, triedToSignUpLetter(ctx.settings, email));
}
