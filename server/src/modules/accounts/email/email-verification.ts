import { inCallerLanguage } from "#platform/i18n/caller-language.ts";
import { translatable } from "@commonlane/contract/message";
import { randomUUID } from "node:crypto";
import { EMAIL_LINK_VALID_S } from "@commonlane/contract/limits";
import { applyVerifiedEmail } from "#modules/trust-marks/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { recordAccountEvents } from "../account-events.ts";
import { verifyClaimedAccount } from "../account-changes.store.ts";
import { findAccountsByEmail, findTokenUser, recipientAt } from "../accounts.store.ts";
import { alreadyVerifiedEmail, noAccountEmail, verificationLinkEmail } from "./email-templates.ts";
import { createEmailLink, findValidLink } from "./email-links.ts";
import { consumeQuotaForClient } from "./one-time-codes.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

const SENT = translatable("Verification email sent successfully! Please check your inbox.");
const VERIFIED = translatable("Email verified successfully! You can now log in.");
const LINK_INVALID = translatable(
  "Invalid verification link. Please check your email for a valid verification link.",
);
const LINK_EXPIRED = translatable("This verification link has expired. Please request a new one.");
const EMAIL_TAKEN = translatable(
  "This e-mail address already has an account. Log in, or choose a new password.",
);

/** Reply shape fixed by the specification: a message or an error. */
export type VerificationResult =
  | {
      success: true;
      message: string;
    }
  | {
      success: false;
      error: string;
    };

/**
 * Mails the caller a verification link. If their claim was replaced, returns the same reply and sends nothing. Throws
 * signed_out.
 */
export async function sendEmailVerification(
  ctx: Context,
  caller: Caller | undefined,
  client: ClientInfo,
): Promise<VerificationResult> {
  if (!caller) throw new Problem("signed_out", { message: translatable("No user logged in") });
  const user = await findTokenUser(ctx, caller.uid);
  if (caller.emailVerified || user?.emailVerified)
    return {
      success: true,
      message: inCallerLanguage(ctx, translatable("Email is already verified")),
    };
  return user
    ? resendVerification(ctx, user.email, client)
    : {
        success: true,
        message: inCallerLanguage(ctx, SENT),
      };
}

/**
 * Mails a link to an address with an unverified account, otherwise a note that there is nothing to verify. Reply and
 * work are the same in all cases. Throws too_many within 60 s of the previous e-mail.
 */
export async function resendVerification(
  ctx: Context,
  email: string,
  client: ClientInfo,
): Promise<VerificationResult> {
  await transaction(ctx, async (ctx) => {
    const { verified, claimed } = await findAccountsByEmail(ctx, email);
    if (
      !(await consumeQuotaForClient(
        ctx,
        {
          email,
          purpose: "email-link",
        },
        client,
      ))
    )
      return;
    const link = await createEmailLink(ctx, {
      purpose: "email-verification",
      uid: claimed?.uid ?? randomUUID(),
      email,
      validS: EMAIL_LINK_VALID_S,
      page: "/verify-email",
    });
    const recipient = await recipientAt(ctx, email);
    const templateWithoutLink = verified ? alreadyVerifiedEmail : noAccountEmail;
    const message =
      claimed && !verified
        ? verificationLinkEmail(ctx.community, recipient, link)
        : templateWithoutLink(ctx.community, recipient);
    await ctx.mail.send(ctx, message);
  });
  return {
    success: true,
    message: inCallerLanguage(ctx, SENT),
  };
}

/**
 * Verifies the account that the token was mailed for. Idempotent while the token is valid, so that mail scanners use
 * nothing up.
 */
export async function verifyEmail(
  ctx: Context,
  token: string | undefined,
  client: ClientInfo,
): Promise<VerificationResult> {
  if (!token)
    return {
      success: false,
      error: inCallerLanguage(ctx, LINK_INVALID),
    };
  const link = await findValidLink(ctx, token, "email-verification");
  if (!link)
    return {
      success: false,
      error: inCallerLanguage(ctx, LINK_EXPIRED),
    };
  try {
    await transaction(ctx, async (ctx) => {
      if (!(await verifyClaimedAccount(ctx, link))) return;
      await recordAccountEvents(ctx, {
        uid: link.uid,
        kind: "signed-up",
        client,
      });
      await applyVerifiedEmail(ctx, link.uid);
    });
  } catch (error) {
    // The bearer of the token reads the mail of this address, so they may know.
    if (error instanceof Problem && error.code === "email_taken")
      return {
        success: false,
        error: inCallerLanguage(ctx, EMAIL_TAKEN),
      };
    throw error;
  }
  const account = await findTokenUser(ctx, link.uid);
  if (!account?.emailVerified || account.email !== link.email)
    return {
      success: false,
      error: inCallerLanguage(ctx, LINK_EXPIRED),
    };
  return {
    success: true,
    message: inCallerLanguage(ctx, VERIFIED),
  };
}
