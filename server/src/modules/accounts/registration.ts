import type { Parsed } from "@commonlane/contract/endpoint";
import type { auth } from "@commonlane/contract/auth";
import { assertNotCommunityName, profileOf, registerNames } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { findBearer } from "./accounts.store.ts";
import { readIdToken } from "./id-tokens.ts";
import { isAlive } from "./sessions.store.ts";
import { verifyingKeys } from "./signing-keys.ts";

/**
 * Writes the names and the phone of the account that sign-up made a moment ago, or what of them is still missing where it is
 * done again. A claim that a later one replaced is answered the same, and nothing is written. Throws signed_out, or not_yours
 * for another's e-mail.
 */
export async function register(
  ctx: Context,
  caller: Caller | undefined,
  { email, ...person }: Parsed<typeof auth.register>["body"],
): Promise<{ success: boolean; uid: string }> {
  if (!caller) throw new Problem("signed_out");
  const bearer = await findBearer(ctx, caller.uid);
  if (bearer && bearer.email !== email) throw new Problem("not_yours");
  assertNotCommunityName(ctx.settings, [person.firstName, person.lastName], "firstName");
  await registerNames(ctx, caller.uid, person);
  return { success: true, uid: caller.uid };
}

/** Who an ID token is of, and their profile. Throws signed_out for a token that is not good, or email_unverified. */
export async function logIn(ctx: Context, idToken: string) {
  const keys = await verifyingKeys(ctx);
  const claims = await readIdToken(ctx, idToken, async (kid) => keys.get(kid));
  if (!claims) throw new Problem("signed_out");
  if (!claims.email_verified) throw new Problem("email_unverified");
  const user = (await isAlive(ctx, claims.sid)) && (await findBearer(ctx, claims.sub));
  if (!user) throw new Problem("signed_out");
  return { user, profile: await profileOf(ctx, claims.sub) };
}
