import type { InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { findSignInAccount } from "../accounts.store.ts";
import { markConfirmedBySignIn } from "../sessions/session-proofs.store.ts";
import { suspensionMessage } from "../suspension/suspension-message.ts";
import type { ClientInfo } from "./client-info.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";

/**
 * Opens a session for a person whom another module has identified, such as by an institution. Throws account_suspended, or session_ended if the account is gone.
 */
export async function signInOwner(
  ctx: InTransaction,
  uid: string,
  client: ClientInfo,
  {
    previousToken,
    hasSecondFactor = false,
  }: { previousToken: string | undefined; hasSecondFactor?: boolean },
): Promise<SignedIn> {
  const account = await findSignInAccount(ctx, uid);
  if (!account) throw new Problem("session_ended");
  if (account.suspended_at)
    throw new Problem("account_suspended", { message: suspensionMessage(account) });
  const signedIn = await completeSignIn(ctx, account, { client, previousToken, hasSecondFactor });
  await markConfirmedBySignIn(ctx, signedIn.sessionId);
  return signedIn;
}
