import type { ParsedInput } from "@commonlane/contract/endpoint";
import type { auth } from "@commonlane/contract/auth";
import {
  assertNotCommunityName,
  getOwnProfile,
  fillProfileAtRegistration,
} from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { findTokenUser } from "../accounts.store.ts";
import { verifyIdToken } from "../tokens/id-tokens.ts";
import { findActiveSession } from "../sessions/sessions.store.ts";
import { getVerificationKeys } from "../tokens/signing-keys.ts";

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
