import { randomUUID } from "node:crypto";
import { EMAIL_LINK_VALID_S } from "@commonlane/contract/limits";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { recordAccountEvents } from "../account-events.ts";
import { verifyClaimedAccount } from "../account-changes.store.ts";
import { findAccountsByEmail, findTokenUser } from "../accounts.store.ts";
import { alreadyVerifiedEmail, noAccountEmail, verificationLinkEmail } from "./email-templates.ts";
import { createEmailLink, findValidLink } from "./email-links.ts";
import { consumeQuotaForClient } from "./one-time-codes.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

const SENT = "Verification email sent successfully! Please check your inbox.";
const VERIFIED = "Email verified successfully! You can now log in.";
const LINK_INVALID = "Invalid verification link. Please check your email for a valid verification link.";
const LINK_EXPIRED = "This verification link is not valid any more. Please ask for a new one.";
const EMAIL_TAKEN = "There is an account with this e-mail already. Log in, or choose a new password.";

/** What the specification reads of the answer: a message, or an error. */
export type VerificationResult = { success: true; message: string } | { success: false; error: string };

/** Mails the bearer a link. A claim that a later one replaced is answered the same, and nothing is sent. Throws signed_out. */
export async function sendEmailVerification(
  ctx: Context,
  caller: Caller | undefined,
  client: ClientInfo,
): Promise<VerificationResult> {
  if (!caller) throw new Problem("signed_out", { message: "No user logged in" });
  const user = await findTokenUser(ctx, caller.uid);
  if (caller.emailVerified || user?.emailVerified) return { success: true, message: "Email is already verified" };
  return user ? resendVerification(ctx, user.email, client) : { success: true, message: SENT };
}

/**
 * Writes to an address: a link where somebody claims it, otherwise that there is nothing to verify. The answer and the
 * work are the same. Throws too_many within the 60 s after the letter before.
 */
export async function resendVerification(ctx: Context, email: string, client: ClientInfo): Promise<VerificationResult> {
  await transaction(ctx, async (ctx) => {
    const { verified, claimed } = await findAccountsByEmail(ctx, email);
    if (!(await consumeQuotaForClient(ctx, { email, purpose: "email-link" }, client))) return;
    const link = await createEmailLink(ctx, {
      purpose: "email-verification",
      uid: claimed?.uid ?? randomUUID(),
      email,
      validS: EMAIL_LINK_VALID_S,
      page: "/verify-email",
    });
    const templateWithoutLink = verified ? alreadyVerifiedEmail : noAccountEmail;
    const message =
      claimed && !verified
        ? verificationLinkEmail(ctx.settings, email, link)
        : templateWithoutLink(ctx.settings, email);
    await ctx.mail.send(ctx, message);
  });
  return { success: true, message: SENT };
}

/**
 * Makes the claim that the token was mailed to the proven account of its address. As often as the same token comes
 * within its day the answer is the same, so that a program that looks at links before their reader uses nothing up.
 */
export async function verifyEmail(
  ctx: Context,
  token: string | undefined,
  client: ClientInfo,
): Promise<VerificationResult> {
  if (!token) return { success: false, error: LINK_INVALID };
  const link = await findValidLink(ctx, token, "email-verification");
  if (!link) return { success: false, error: LINK_EXPIRED };
  try {
    await transaction(ctx, async (ctx) => {
      if (await verifyClaimedAccount(ctx, link))
        await recordAccountEvents(ctx, { uid: link.uid, kind: "signed-up", client });
    });
  } catch (error) {
    // Whoever has the token reads the mail of this address, and may know.
    if (error instanceof Problem && error.code === "email_taken") return { success: false, error: EMAIL_TAKEN };
    throw error;
  }
  const account = await findTokenUser(ctx, link.uid);
  if (!account?.emailVerified || account.email !== link.email) return { success: false, error: LINK_EXPIRED };
  return { success: true, message: VERIFIED };
}
