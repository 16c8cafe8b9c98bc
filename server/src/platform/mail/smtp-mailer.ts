import { isDeepStrictEqual } from "node:util";
import { brandOf } from "../branding/brand.ts";
import type { Context, OutsideContext } from "../context.ts";
import type { Outside } from "../outside.ts";
import type { Transporter } from "nodemailer";
import { z } from "zod";
import { makeJpeg } from "../images/process-image.ts";
import { findLogoPng } from "../community/community-settings.store.ts";
import { errorCodes } from "../error-codes.ts";
import { defineJob } from "../jobs/jobs.ts";
import { createWorker, type Worker } from "../jobs/worker.ts";
import {
  LOGO_PART,
  PHOTO_PART,
  type RenderedEmail,
  renderEmail,
  withoutPhoto,
} from "./render-email.ts";
import type { Email, Mailer, MailHooks } from "./mailer.ts";
import { openTransport, type SmtpConnection, smtpConnection } from "./smtp-transport.ts";

/** Twice as large as it is shown, for dense screens. */
const PHOTO_PX = 96;

/** Retried for about three hours: e-mails survive a longer outage, and older ones are no longer useful. */
const mailJob = defineJob({
  name: "mail.send",
  data: z.object({
    id: z.uuid(),
    to: z.string().min(3).max(254),
    subject: z.string().max(998),
    text: z.string().max(100_000),
    html: z.string().max(200_000),
    /** An earlier release ignores it, and readers see the initials instead. */
    photoId: z.string().max(100).optional(),
    /** Instead of `photoId` in jobs of an earlier release. */
    pictures: z
      .array(
        z.object({
          id: z.string(),
          jpeg: z.base64().max(100_000),
        }),
      )
      .optional(),
    unsubscribe: z.url().optional(),
    /** Missing in jobs of an earlier release. */
    language: z.string().max(20).optional(),
    /** An earlier release ignores it and uses the present mail server. */
    through: z
      .object({
        smtpUrl: z.string(),
        mailFrom: z.string(),
      })
      .optional(),
  }),
  retries: 11,
  retryAfterS: 5,
  timeLimitS: 60,
});

/** Sends e-mails over SMTP in background jobs: encrypted if the server supports it, always if the URL requires it. */
export function createSmtpMailer(hooks: MailHooks<Context> = {}): {
  mailer: Mailer<Context>;
  worker: Worker;
  close: () => Promise<void>;
} {
  let current:
    | {
        readonly connection: SmtpConnection;
        readonly transporter: Promise<Transporter>;
      }
    | undefined;
  const close = async () => (await current?.transporter)?.close();
  const transporterFor = (ctx: Outside, connection: SmtpConnection): Promise<Transporter> => {
    if (isDeepStrictEqual(current?.connection, connection) && current) return current.transporter;
    void close();
    current = {
      connection,
      transporter: openTransport(ctx, connection, { pool: true }),
    };
    return current.transporter;
  };
  const deliveryWorker = createWorker(mailJob, async (ctx, data) => {
    const { id, to, subject, text, unsubscribe, language, through } = data;
    const from = (through ?? ctx.community).mailFrom;
    const connection = smtpConnection(ctx, through?.smtpUrl);
    if (!connection) throw new Error("There is no mail server any more.");
    const transport = through
      ? await openTransport(ctx, connection, { pool: false })
      : await transporterFor(ctx, connection);
    // Derived from the e-mail's id, so that mail programs recognise a duplicate delivery.
    const messageId = `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? "localhost"}>`;
    const headers = {
      ...AUTOMATIC,
      ...(language !== undefined && { "Content-Language": language }),
      ...(unsubscribe && oneClickHeaders(unsubscribe)),
    };
    const failure = await transport
      .sendMail({
        from,
        to: { name: "", address: to },
        subject,
        text,
        ...(await withPictures(ctx, data, await makePhoto(ctx, data, hooks))),
        messageId,
        headers,
      })
      .then(() => undefined, describeFailure);
    if (through) transport.close();
    ctx.metrics.count("emails_total", deliveryResult(failure));
    if (failure && !failure.final)
      throw new Error(`The mail server did not accept an e-mail: ${failure.kind}`);
    if (failure) ctx.log.warn({ id, kind: failure.kind }, "an e-mail was permanently refused");
    // Runs after the e-mail was sent: a failure here must not send it again.
    await hooks
      .onDelivery?.(ctx, [id], failure?.kind)
      .catch((err: unknown) =>
        ctx.log.error({ err }, "recording the delivery status of an e-mail failed"),
      );
  });
  return {
    mailer: {
      send: (ctx, ...emails) =>
        ctx.jobs.sendEach(
          ctx,
          mailJob,
          emails.map((email) => ({
            id: email.id ?? crypto.randomUUID(),
            ...renderEmail(email, brandOf(ctx.community)),
            ...(email.through && { through: email.through }),
          })),
        ),
    },
    worker: deliveryWorker,
    close,
  };
}

/** Sends an e-mail now and returns why the server did not accept it; undefined if it did. */
export async function sendNow(
  ctx: Pick<OutsideContext, "db" | "community" | "settings" | "services">,
  email: Email,
): Promise<string | undefined> {
  const { community } = ctx;
  const connection = smtpConnection(ctx);
  if (!connection) return "ENOSERVER";
  const transport = await openTransport(ctx, connection, { pool: false });
  const rendered = renderEmail(email, brandOf(community));
  const { to, subject, text } = rendered;
  const message = {
    from: community.mailFrom,
    to: { name: "", address: to },
    subject,
    text,
    ...(await withPictures(ctx, rendered)),
    headers: AUTOMATIC,
  };
  const failure = await transport.sendMail(message).then(() => undefined, describeFailure);
  transport.close();
  return failure?.kind;
}

/** A part of an e-mail that its HTML shows. */
interface Photo {
  readonly cid: string;
  readonly content: Buffer;
}

/** The photo of an e-mail; undefined if there is none, or it cannot be made. */
async function makePhoto(
  ctx: OutsideContext,
  { photoId, pictures: [picture] = [] }: z.infer<typeof mailJob.data>,
  { findPhoto }: MailHooks<Context>,
): Promise<Photo | undefined> {
  if (picture)
    return {
      cid: picture.id,
      content: Buffer.from(picture.jpeg, "base64"),
    };
  if (photoId === undefined) return undefined;
  try {
    const stored = await findPhoto?.(ctx, photoId);
    return stored && { cid: PHOTO_PART, content: await makeJpeg(ctx, stored, PHOTO_PX) };
  } catch (err) {
    ctx.log.warn({ err }, "a photo was left out of an e-mail");
    return undefined;
  }
}

/** The HTML with its pictures attached, without the logo or the photo if there is none any more. */
async function withPictures(
  { db, community: { logo } }: Pick<Context, "db" | "community">,
  rendered: Pick<RenderedEmail, "html">,
  photo?: Photo,
) {
  const contentDisposition = "inline" as const;
  const html = photo ? rendered.html : withoutPhoto(rendered.html);
  const photos = photo ? [{ ...photo, filename: "photo.jpg", contentDisposition }] : [];
  if (!html.includes(LOGO_SOURCE))
    return {
      html,
      attachments: photos,
    };
  const content = logo && (await findLogoPng(db, logo.hash));
  if (!content)
    return {
      html: html.replace(LOGO_IMAGE, ""),
      attachments: photos,
    };
  const logoPart = {
    filename: "logo.png",
    content,
    cid: LOGO_PART,
    contentDisposition,
  };
  return { html, attachments: [logoPart, ...photos] };
}

const LOGO_SOURCE = `src="cid:${LOGO_PART}"`;
const LOGO_IMAGE = new RegExp(`<img class="logo" ${LOGO_SOURCE}[^<>]*>`);
const AUTOMATIC = { "Auto-Submitted": "auto-generated" };

/** RFC 8058: mail programs can unsubscribe with one request, without a page. */
const oneClickHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

function deliveryResult(failure: Failure | undefined): "sent" | "refused" | "failed" {
  if (failure === undefined) return "sent";
  return failure.final ? "refused" : "failed";
}

interface Failure {
  readonly kind: string;
  readonly final: boolean;
}

/**
 * Describes a failure by codes: its own, that of its cause, the step and the server's reply, such as "ESOCKET
 * DEPTH_ZERO_SELF_SIGNED_CERT CONN". Without the server's words, which name users. `final` if the recipient was
 * refused: any other refusal may be about the sender, the account or the moment, and would lose every code and reset of
 * that time.
 */
function describeFailure(error: unknown): Failure {
  const read = (key: string) => (error instanceof Error ? Reflect.get(error, key) : undefined);
  const command = read("command");
  const status = read("responseCode");
  const isRefusal = typeof status === "number" && status >= 500;
  return {
    kind: [...errorCodes(error), command, status].filter(Boolean).join(" ") || "unknown",
    final: command === "RCPT TO" && isRefusal && !asksToTryAgain(String(read("response"))),
  };
}

/** Statuses of RFC 3463: 4.x.x, as in "550 4.7.1", is temporary. */
const TEMPORARY_STATUS = /^\d{3}[ -]4\.\d{1,3}\.\d{1,3}\b/m;
/** 5.1.x says that there is no such address, even if the text asks to try again. */
const ADDRESS_STATUS = /^\d{3}[ -]5\.1\.\d{1,3}\b/m;
const TEMPORARY_WORDS =
  /gr[ae]y-?list|\btry (?:again|later|in )|\bretry\b|\bcome back later\b|\btemporar/i;

/**
 * True if a mail server refuses a recipient for good by its code, but for now by its words: some greylist with a 5xx.
 * Like any other failure it is repeated for about three hours.
 */
function asksToTryAgain(reply: string): boolean {
  if (ADDRESS_STATUS.test(reply)) return false;
  return TEMPORARY_STATUS.test(reply) || TEMPORARY_WORDS.test(reply);
}
