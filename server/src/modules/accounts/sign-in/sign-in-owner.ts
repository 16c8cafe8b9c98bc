import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { findSignInAccount } from "../accounts.store.ts";
import { markConfirmedBySignIn } from "../sessions/session-proofs.store.ts";
import type { ClientInfo } from "./client-info.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";
import { message } from "@commonlane/contract/message";
import { localText } from "#platform/i18n/translate.ts";
import { suspensionMessage } from "../suspension/suspension.ts";
import { findEnforcingProvider } from "./institution-sign-in.store.ts";

const SIGNS_IN_THERE = message("People with addresses at {domain} sign in at {institution}.", {
  comment:
    "domain: such as uni.example.org; institution: the name of a university, company or town",
});

/**
 * Opens a session for a person identified by another module, such as by an institution. Throws account_suspended, or
 * session_ended if the account is gone.
 */
export async function signInOwner(
  ctx: InTransaction,
  uid: string,
  client: ClientInfo,
  {
    previousToken,
    hasSecondFactor = false,
  }: {
    previousToken: string | undefined;
    hasSecondFactor?: boolean;
  },
): Promise<SignedIn> {
  const account = await findSignInAccount(ctx, uid);
  if (!account) throw new Problem("session_ended");
  if (account.suspended_at)
    throw new Problem("account_suspended", { message: suspensionMessage(account) });
  const signedIn = await completeSignIn(ctx, account, {
    client,
    previousToken,
    hasSecondFactor,
  });
  await markConfirmedBySignIn(ctx, signedIn.sessionId);
  return signedIn;
}

/**
 * Refuses passwords for addresses whose institution signs people in, depending on the domain only, so that no account
 * becomes known. An administrator whose password was right passes in any case, also if the provider is broken. Throws
 * institution_sign_in.
 */
export async function assertPasswordSignIn(
  ctx: Context,
  email: string,
  /** Owner of the account if the password was right. */
  uid?: string,
): Promise<void> {
  const provider = await findEnforcingProvider(ctx, email, uid ?? null);
  if (!provider || provider.is_administrator) return;
  const { domain, name } = provider;
  throw new Problem("institution_sign_in", {
    message: localText(SIGNS_IN_THERE, {
      domain,
      institution: name,
    }),
  });
}
