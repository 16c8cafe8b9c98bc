import { randomUUID } from "node:crypto";
import { EMAIL_LINK_VALID_S } from "@commonlane/contract/limits";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { record } from "./account-events.ts";
import { proveClaim } from "./account-changes.store.ts";
import { accountsAt, findBearer } from "./accounts.store.ts";
import { alreadyVerifiedLetter, noAccountLetter, verificationLetter } from "./letters.ts";
import { newLink, readLink } from "./mailed-links.ts";
import { mayAskForLetter } from "./one-time-codes.ts";
import type { Visitor } from "./visitor.ts";

const SENT = "Verification email sent successfully! Please check your inbox.";
const VERIFIED = "Email verified successfully! You can now log in.";
const NO_LINK = "Invalid verification link. Please check your email for a valid verification link.";
const OVER = "This verification link is not valid any more. Please ask for a new one.";
const TAKEN = "There is an account with this e-mail already. Log in, or choose a new password.";

/** What the specification reads of the answer: a message, or an error. */
export type Told = { success: true; message: string } | { success: false; error: string };

/** Mails the bearer a link. A claim that a later one replaced is answered the same, and nothing is sent. Throws signed_out. */
export async function sendEmailVerification(ctx: Context, caller: Caller | undefined, visitor: Visitor): Promise<Told> {
  if (!caller) throw new Problem("signed_out", { message: "No user logged in" });
  const bearer = await findBearer(ctx, caller.uid);
  if (caller.emailVerified || bearer?.emailVerified) return { success: true, message: "Email is already verified" };
  return bearer ? resendVerification(ctx, bearer.email, visitor) : { success: true, message: SENT };
}

/**
 * Writes to an address: a link where somebody claims it, otherwise that there is nothing to verify. The answer and the
 * work are the same. Throws too_many within the 60 s after the letter before.
 */
export async function resendVerification(ctx: Context, email: string, visitor: Visitor): Promise<Told> {
  await transaction(ctx, async (ctx) => {
    const { proven, claimed } = await accountsAt(ctx, email);
    if (!(await mayAskForLetter(ctx, { email, purpose: "email-link" }, visitor))) return;
    const link = await newLink(ctx, {
      purpose: "email-verification",
      uid: claimed?.uid ?? randomUUID(),
      email,
      validS: EMAIL_LINK_VALID_S,
      page: "/verify-email",
    });
    const unclaimed = proven ? alreadyVerifiedLetter : noAccountLetter;
    const letter = claimed && !proven ? verificationLetter(ctx.settings, email, link) : unclaimed(ctx.settings, email);
    await ctx.mail.send(ctx, letter);
  });
  return { success: true, message: SENT };
}

/**
 * Makes the claim that the token was mailed to the proven account of its address. As often as the same token comes
 * within its day the answer is the same, so that a program that looks at links before their reader uses nothing up.
 */
export async function verifyEmail(ctx: Context, token: string | undefined, visitor: Visitor): Promise<Told> {
  if (!token) return { success: false, error: NO_LINK };
  const link = await readLink(ctx, token, "email-verification");
  if (!link) return { success: false, error: OVER };
  try {
    await transaction(ctx, async (ctx) => {
      if (await proveClaim(ctx, link)) await record(ctx, { uid: link.uid, kind: "signed-up", visitor });
    });
  } catch (error) {
    // Whoever has the token reads the mail of this address, and may know.
    if (error instanceof Problem && error.code === "email_taken") return { success: false, error: TAKEN };
    throw error;
  }
  const account = await findBearer(ctx, link.uid);
  if (!account?.emailVerified || account.email !== link.email) return { success: false, error: OVER };
  return { success: true, message: VERIFIED };
}
