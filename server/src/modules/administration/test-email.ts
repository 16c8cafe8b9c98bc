import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { administration } from "@commonlane/contract/administration";
import type { MailCertificate } from "@commonlane/contract/community-settings";
import type { HandlerResult } from "@commonlane/contract/endpoint";
import { message } from "@commonlane/contract/message";
import { findEmailAddresses } from "#modules/accounts/index.ts";
import type { Community } from "#platform/community/community.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { isCertificateProblem } from "#platform/error-codes.ts";
import { Problem } from "#platform/http/problem.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { describeCertificate, fetchCertificate } from "#platform/mail/certificates.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { sendNow } from "#platform/mail/smtp-mailer.ts";
import { ehloName } from "#platform/mail/smtp-url.ts";
import { findTestResult, storeTestResult } from "./first-setup.store.ts";

/** Less than a browser waits for a reply. */
const TIME_LIMIT_MS = 8_000;

/**
 * Sends the caller an e-mail at once, to no other address, and stores whether the mail server accepted it. A failure
 * says at which step, without the server's own words.
 */
export async function sendTestEmail(
  ctx: OutsideContext,
  uid: string,
): Promise<HandlerResult<typeof administration.sendTestEmail>> {
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

  const name = ehloName(ctx.settings.PUBLIC_URL) ?? null;
  const certificate = await findUntrustedCertificate(ctx, failure, name ?? hostname());
  return {
    to,
    failure: failure ?? null,
    certificate,
    name,
  };
}

/** The certificate because of which the test failed. */
async function findUntrustedCertificate(
  ctx: OutsideContext,
  failure: string | undefined,
  name: string,
): Promise<MailCertificate | null> {
  const { smtpUrl } = ctx.community;
  const isUntrusted = failure?.split(" ").some(isCertificateProblem) ?? false;
  if (!isUntrusted || smtpUrl === null) return null;
  const certificate = await fetchCertificate(ctx, smtpUrl, name);
  return certificate ? describeCertificate(certificate) : null;
}

/** The latest test of the present mail server. */
export function findLatestTest(ctx: Context) {
  return findTestResult(ctx, hashMailServer(ctx.community));
}

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

const hashMailServer = ({
  smtpUrl,
  mailFrom,
  mailCertificates,
}: Pick<Community, "smtpUrl" | "mailFrom" | "mailCertificates">) =>
  createHash("sha256")
    .update([smtpUrl, mailFrom, ...(mailCertificates === null ? [] : [mailCertificates])].join(" "))
    .digest("base64url");
