import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Session } from "@commonlane/contract/accounts";
import { assertMayJoin, admitMember } from "#modules/community/index.ts";
import { consentAtSignUp } from "#modules/consents/index.ts";
import { assertNotCommunityName, createProfile } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { claimEmail, insertVerifiedAccount, hasVerifiedAccount, markSignUpWarningSent } from "../accounts.store.ts";
import { accountExistsEmail, registrationCodeEmail, signUpAttemptEmail } from "../email/email-templates.ts";
import { rememberDevice } from "../sign-in/known-devices.ts";
import { createCodeWithinQuota, consumeVerification } from "../email/one-time-codes.ts";
import { hashPassword } from "../passwords/password-hash.ts";
import { assertStrongPassword } from "../passwords/password-rules.ts";
import { issueSession, type OpenedSession, openSession } from "../sessions/sessions.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

const WARNING_INTERVAL_MS = DAY_MS;

/**
 * Mails a code that proves this address. Where it is proven already, its owner is told so instead, and whoever asked
 * sees the same answer and a code that no try can match. Throws what `assertMayJoin` throws, password_weak where
 * one is said that sign-up would refuse, or too_many within the 60 s after the code before.
 */
export async function sendRegistrationCode(
  ctx: Context,
  { email, inviteCode, password, displayName }: Omit<SignUp, "password"> & { readonly password?: string | undefined },
  client: ClientInfo & { readonly flow: string },
): Promise<void> {
  await assertMayJoin(ctx, { email, inviteCode });
  assertNotCommunityName(ctx.settings, [displayName], "displayName");
  if (password !== undefined) await assertStrongPassword(ctx, password, { email, displayName });
  await transaction(ctx, async (ctx) => {
    const verified = await hasVerifiedAccount(ctx, email);
    const codeKey = { email, purpose: "registration", flow: client.flow } as const;
    const code = await createCodeWithinQuota(ctx, codeKey, client, { unguessable: verified });
    if (code === undefined) return;
    const message = verified
      ? accountExistsEmail(ctx.settings, email)
      : registrationCodeEmail(ctx.settings, email, code);
    await ctx.mail.send(ctx, message);
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
  client: ClientInfo & { readonly verificationHash: string | undefined },
): Promise<{ session: Session; refreshToken?: string; devices?: readonly string[] }> {
  assertNotCommunityName(ctx.settings, [displayName], "displayName");
  await assertStrongPassword(ctx, password, { email, displayName });
  const account = { email, passwordHash: await hashPassword(password) };
  const name = displayName || null;
  return transaction(ctx, async (ctx) => {
    await admitMember(ctx, { email, inviteCode });
    const isVerified = await consumeVerification(ctx, { email, purpose: "registration" }, client.verificationHash);
    if (isVerified) return createVerifiedAccountWithSession(ctx, account, name, client);
    const uid = await claimEmail(ctx, account);
    await createProfile(ctx, uid, name);
    await consentAtSignUp(ctx, uid);
    await warnExistingOwner(ctx, email);
    const user = { uid, email, emailVerified: false, displayName: name };
    return { session: await issueSession(ctx, user, randomUUID()) };
  });
}

async function createVerifiedAccountWithSession(
  ctx: InTransaction,
  account: { email: string; passwordHash: string },
  displayName: string | null,
  client: ClientInfo,
): Promise<OpenedSession & { devices: readonly string[] }> {
  const uid = await insertVerifiedAccount(ctx, account);
  if (uid === undefined) throw new Problem("email_taken");
  await createProfile(ctx, uid, displayName);
  await consentAtSignUp(ctx, uid);
  const openedSession = await openSession(ctx, uid, { device: client.device });
  await recordAccountEvents(ctx, { uid, kind: "signed-up", client, sessionId: openedSession.sessionId });
  return { ...openedSession, devices: await rememberDevice(ctx, uid, client) };
}

async function warnExistingOwner(ctx: InTransaction, email: string): Promise<void> {
  const lastWarnedBefore = new Date(ctx.now().getTime() - WARNING_INTERVAL_MS);
  if (await markSignUpWarningSent(ctx, email, lastWarnedBefore))
    await ctx.mail.send(ctx, signUpAttemptEmail(ctx.settings, email));
}
