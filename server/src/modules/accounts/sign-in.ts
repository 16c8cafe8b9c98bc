import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { networkOf } from "#platform/http/rate-limits.ts";
import { accountsAt } from "./accounts.store.ts";
import { matches } from "./password-hash.ts";
import { type OpenedSession, openSession } from "./sessions.ts";
import type { SignInTries } from "./sign-in-tries.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens a session. Every refusal costs two hashes, whether the e-mail is known or not and whichever password was
 * wrong; whether an account is unverified or suspended is told to nobody who has not its password.
 */
export async function signIn(
  ctx: Context,
  { email, password }: Credentials,
  tries: SignInTries,
  address: string,
): Promise<OpenedSession> {
  const takeOff = tries.begin(ctx.now(), email, networkOf(address));
  const { proven, claimed } = await accountsAt(ctx, email);
  const right = await matches(proven?.password_hash, password);
  if (!right || !proven) {
    throw new Problem((await matches(claimed?.password_hash, password)) ? "email_unverified" : "credentials_wrong");
  }
  takeOff();
  if (proven.suspended_at) throw new Problem("account_suspended");
  return openSession(ctx, proven.uid);
}
