import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { message } from "@commonlane/contract/message";
import { findEmailAddresses } from "#modules/accounts/index.ts";
import type { Community } from "#platform/community/community.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { sendNow } from "#platform/mail/smtp-mailer.ts";
import { findTestResult, storeTestResult } from "./test-email.store.ts";

/** Less than a browser waits for a reply. */
const TIME_LIMIT_MS = 8_000;

/**
 * Sends the caller an e-mail at once, to no other address, and stores whether the mail server accepted it. A failure
 * says at which step, without the server's own words.
 */
export async function sendTestEmail(ctx: Context, uid: string): Promise<{ to: string; failure: string | null }> {
  // The change may have been stored a moment ago, by another process too.
  await ctx.community.reload(ctx.db);
  const to = (await findEmailAddresses(ctx, [uid])).get(uid);
  if (to === undefined) throw new Problem("not_found");
  const mailServer = hashMailServer(ctx.community);
  const failure = await Promise.race([
    sendNow(ctx, testEmail(ctx, to)),
    sleep(TIME_LIMIT_MS, "ETIMEDOUT", { ref: false }),
  ]);
  await storeTestResult(ctx, { mailServer, failure });
  return { to, failure: failure ?? null };
}

/** The latest test of the present mail server. */
export const findLatestTest = (ctx: Context) => findTestResult(ctx, hashMailServer(ctx.community));

const testEmail = (ctx: Context, to: string): Email =>
  composeEmail(
    { to, language: callerLanguage(ctx) },
    {
      subject: message("Test e-mail from {community}"),
      paragraphs: [
        message("This is a test: {community} can send e-mails."),
        message("If it's in your spam folder, check SPF, DKIM and DMARC for the sender's domain."),
      ],
      values: { community: ctx.community.name },
    },
  );

const hashMailServer = ({ smtpUrl, mailFrom }: Pick<Community, "smtpUrl" | "mailFrom">) =>
  createHash("sha256").update(`${smtpUrl} ${mailFrom}`).digest("base64url");
