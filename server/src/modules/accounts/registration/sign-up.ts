import {
  claimEmail,
  findTokenUser,
  hasVerifiedAccount,
  insertVerifiedAccount,
  markSignUpWarningSent,
  recipientAt,
} from "../accounts.store.ts";
import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Session } from "@commonlane/contract/accounts";
import type { auth } from "@commonlane/contract/auth";
import type { ParsedInput } from "@commonlane/contract/endpoint";
import { admitMember, assertMayJoin } from "#modules/community/index.ts";
import { consentAtSignUp } from "#modules/consents/index.ts";
import {
  assertNotCommunityName,
  createProfile,
  fillProfileAtRegistration,
  getOwnProfile,
} from "#modules/profiles/index.ts";
import { applyVerifiedEmail } from "#modules/trust-marks/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import {
  accountExistsEmail,
  registrationCodeEmail,
  signUpAttemptEmail,
} from "../email/email-templates.ts";
import { rememberDevice } from "../sign-in/known-devices.ts";
import { consumeVerification, createCodeWithinQuota } from "../email/one-time-codes.ts";
import { hashPassword } from "../passwords/password-hash.ts";
import { assertStrongPassword } from "../passwords/password-rules.ts";
import { findActiveSession } from "../sessions/sessions.store.ts";
import { issueSession, type OpenedSession, openSession } from "../sessions/sessions.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { assertPasswordSignIn } from "../sign-in/sign-in-owner.ts";
import { verifyIdToken } from "../tokens/id-tokens.ts";
import { getVerificationKeys } from "../tokens/signing-keys.ts";

const WARNING_INTERVAL_MS = DAY_MS;

/**
 * Mails a code that verifies this address. If it has an account already, mails its owner instead; the reply is the
 * same, and no code can match. Throws institution_sign_in, what `assertMayJoin` throws, password_weak if a password is given that sign-up
 * would refuse, or too_many within 60 s of the previous code.
 */
export async function sendRegistrationCode(
  ctx: Context,
  {
    email,
    inviteCode,
    password,
    displayName,
  }: Omit<SignUp, "password"> & { readonly password?: string | undefined },
  client: ClientInfo & { readonly flow: string },
): Promise<void> {
  await assertPasswordSignIn(ctx, email);
  await assertMayJoin(ctx, { email, inviteCode });
  assertNotCommunityName(ctx.community, [displayName], "displayName");
  if (password !== undefined)
    await assertStrongPassword(ctx, password, {
      email,
      displayName,
    });
  await transaction(ctx, async (ctx) => {
    const verified = await hasVerifiedAccount(ctx, email);
    const codeKey = {
      email,
      purpose: "registration",
      flow: client.flow,
    } as const;
    const mailed = await createCodeWithinQuota(ctx, codeKey, client, { blind: verified });
    if (!mailed) return;
    const recipient = await recipientAt(ctx, email);
    const message = verified
      ? accountExistsEmail(ctx.community, recipient)
      : registrationCodeEmail(ctx.community, recipient, {
          code: mailed.code,
          at: ctx.now(),
        });
    await ctx.mail.send(ctx, {
      ...message,
      id: mailed.emailId,
    });
  });
}

export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly displayName?: string | undefined;
  readonly inviteCode?: string | undefined;
}

/**
 * Creates an account. If this browser verified a code, uses it, marks the address verified and opens a session.
 * Otherwise creates an unverified account, also if the address has a verified one; the reply is the same. Throws
 * institution_sign_in, password_weak, what `admitMember` throws, or email_taken, which only a user who verified the address can get.
 */
export async function signUp(
  ctx: Context,
  { email, password, displayName, inviteCode }: SignUp,
  client: ClientInfo & { readonly verificationHash: string | undefined },
): Promise<{
  session: Session;
  refreshToken?: string;
  devices?: readonly string[];
}> {
  await assertPasswordSignIn(ctx, email);
  assertNotCommunityName(ctx.community, [displayName], "displayName");
  await assertStrongPassword(ctx, password, {
    email,
    displayName,
  });
  const account = {
    email,
    passwordHash: await hashPassword(password),
  };
  const name = displayName || null;
  return transaction(ctx, async (ctx) => {
    await admitMember(ctx, { email, inviteCode });
    const isVerified = await consumeVerification(
      ctx,
      { email, purpose: "registration" },
      client.verificationHash,
    );
    if (isVerified) return createVerifiedAccountWithSession(ctx, account, name, client);
    const uid = await claimEmail(ctx, account);
    await createProfile(ctx, uid, name);
    await consentAtSignUp(ctx, uid);
    await warnExistingOwner(ctx, email);
    const user = {
      uid,
      email,
      emailVerified: false,
      displayName: name,
    };
    return { session: await issueSession(ctx, user, randomUUID()) };
  });
}

/**
 * Creates a verified account with a session, for a user who has proven the address, or holds the key of the first
 * set-up. Throws email_taken.
 */
export async function createVerifiedAccountWithSession(
  ctx: InTransaction,
  account: { email: string; passwordHash: string },
  displayName: string | null,
  client: ClientInfo,
  confirmedAt: Date | null = null,
): Promise<OpenedSession & { devices: readonly string[] }> {
  const uid = await insertVerifiedAccount(ctx, account);
  if (uid === undefined) throw new Problem("email_taken");
  await createProfile(ctx, uid, displayName);
  await consentAtSignUp(ctx, uid);
  await applyVerifiedEmail(ctx, uid);
  const openedSession = await openSession(ctx, uid, {
    device: client.device,
    confirmedAt,
  });
  await recordAccountEvents(ctx, {
    uid,
    kind: "signed-up",
    client,
    sessionId: openedSession.sessionId,
  });
  return {
    ...openedSession,
    devices: await rememberDevice(ctx, uid, client),
  };
}

async function warnExistingOwner(ctx: InTransaction, email: string): Promise<void> {
  const lastWarnedBefore = new Date(ctx.now().getTime() - WARNING_INTERVAL_MS);
  if (await markSignUpWarningSent(ctx, email, lastWarnedBefore))
    await ctx.mail.send(ctx, signUpAttemptEmail(ctx.community, await recipientAt(ctx, email)));
}

/**
 * Stores names and phone of a new account, and the declaration to be 18 or older; a repeated call only fills in what
 * is missing. If a later claim replaced the
 * account, returns the same reply and stores nothing. Throws signed_out, or not_yours for another user's address.
 */
export async function registerProfile(
  ctx: Context,
  caller: Caller | undefined,
  { email, ...person }: ParsedInput<typeof auth.register>["body"],
): Promise<{ success: boolean; uid: string }> {
  if (!caller) throw new Problem("signed_out");
  const tokenUser = await findTokenUser(ctx, caller.uid);
  if (tokenUser && tokenUser.email !== email) throw new Problem("not_yours");
  assertNotCommunityName(ctx.community, [person.firstName, person.lastName], "firstName");
  await fillProfileAtRegistration(ctx, caller.uid, person);
  return { success: true, uid: caller.uid };
}

/** User and profile of an ID token. Throws signed_out for an invalid token, or email_unverified. */
export async function getSignedInProfile(ctx: Context, idToken: string) {
  const keys = await getVerificationKeys(ctx);
  const claims = await verifyIdToken(ctx, idToken, async (kid) => keys.get(kid));
  if (!claims) throw new Problem("signed_out");
  if (!claims.email_verified) throw new Problem("email_unverified");
  const user = (await findActiveSession(ctx, claims.sid)) && (await findTokenUser(ctx, claims.sub));
  if (!user) throw new Problem("signed_out");
  return {
    user,
    profile: await getOwnProfile(ctx, claims.sub),
  };
}
