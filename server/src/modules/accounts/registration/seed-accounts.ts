import type { ProfileChange } from "@commonlane/contract/profiles";
import { consentAtSignUp } from "#modules/consents/index.ts";
import { createProfile, updateProfile } from "#modules/profiles/index.ts";
import { applyVerifiedEmail } from "#modules/trust-marks/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { insertVerifiedAccount } from "../accounts.store.ts";
import { hashPassword, getUnusablePasswordHash } from "../passwords/password-hash.ts";
import { openSession } from "../sessions/sessions.ts";

export interface SeedAccount {
  readonly email: string;
  /** Without a password no one can sign in by password. */
  readonly password?: string;
  readonly profile?: ProfileChange;
}

/** Creates a verified account without sending mail, for the demo and tests. Throws email_taken. */
export async function createVerifiedAccount(
  ctx: Context,
  { email, password, profile = {} }: SeedAccount,
): Promise<{ uid: string }> {
  const passwordHash =
    password === undefined ? await getUnusablePasswordHash() : await hashPassword(password);
  return transaction(ctx, async (ctx) => {
    const uid = await insertVerifiedAccount(ctx, {
      email: email.toLowerCase(),
      passwordHash,
    });
    if (uid === undefined) throw new Problem("email_taken");
    await createProfile(ctx, uid, null);
    await consentAtSignUp(ctx, uid);
    await applyVerifiedEmail(ctx, uid);
    await updateProfile(ctx, uid, {
      welcomed: true,
      ...profile,
    });
    return { uid };
  });
}

/** Issues an ID token in a new session without the password, for the demo and tests. */
export async function issueIdToken(
  ctx: Context,
  uid: string,
  confirmedAt: Date | null = null,
): Promise<string> {
  const { session } = await openSession(ctx, uid, { confirmedAt });
  return session.idToken;
}
