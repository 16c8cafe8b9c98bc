import type { Transporter } from "nodemailer";
import { z } from "zod";
import { defineJob } from "../jobs/jobs.ts";
import { type Worker, worker } from "../jobs/worker.ts";
import { writeLetter } from "./letter.ts";
import type { Mailer } from "./mailer.ts";

/** Tried for about three hours: an outage over lunch loses nothing, and what is older nobody waits for. */
const mailJob = defineJob({
  name: "mail.send",
  data: z.object({
    id: z.uuid(),
    to: z.string().min(3).max(254),
    subject: z.string().max(998),
    text: z.string().max(100_000),
    html: z.string().max(200_000),
  }),
  retries: 11,
  retryAfterS: 5,
  timeLimitS: 60,
});

interface PostOffice {
  readonly url: string;
  /** The sender, as `Name <address>`. */
  readonly from: string;
  readonly community: string;
}

/** Posts letters as jobs, and does those jobs over SMTP: encrypted when the server can, always when the url says so. */
export function smtpMailer({ url, from, community }: PostOffice): {
  mailer: Mailer;
  worker: Worker;
  close: () => Promise<void>;
} {
  let opened: Promise<Transporter> | undefined;
  const deliver = worker(mailJob, async ({ log }, { id, to, subject, text, html }) => {
    opened ??= openTransport(url);
    const transport = await opened;
    // The id is the letter's own, so that one delivered twice can be known as one by the mail program.
    const messageId = `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? "localhost"}>`;
    const headers = { "Auto-Submitted": "auto-generated" };
    await transport
      .sendMail({ from, to: { name: "", address: to }, subject, text, html, messageId, headers })
      .catch((error: unknown) => {
        const failure = failureOf(error);
        if (!failure.final) throw new Error(`The mail server did not take a letter: ${failure.kind}`);
        log.warn({ id, kind: failure.kind }, "a letter was refused for good");
      });
  });
  return {
    mailer: {
      send: (ctx, letter) =>
        ctx.jobs.send(ctx, mailJob, { id: crypto.randomUUID(), ...writeLetter(letter, community) }),
    },
    worker: deliver,
    close: async () => (await opened)?.close(),
  };
}

async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** What went wrong, without what the server said: that names people. Final when this letter itself was refused. */
function failureOf(error: unknown): { kind: string; final: boolean } {
  const of = (key: string) => (error instanceof Error ? Reflect.get(error, key) : undefined);
  const [code, command, response] = [of("code"), of("command"), of("responseCode")];
  const aboutTheLetter = ["MAIL FROM", "RCPT TO", "DATA"].includes(String(command));
  return {
    kind: [code, command, response].filter(Boolean).join(" ") || "unknown",
    final: aboutTheLetter && typeof response === "number" && response >= 500,
  };
}
