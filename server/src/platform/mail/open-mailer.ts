import type { Context } from "../context.ts";
import type { Worker } from "../jobs/worker.ts";
import { createDevMailer } from "./dev-mailer.ts";
import type { Email, Mailer, OnDelivery } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

export interface OpenMailer {
  readonly mailer: Mailer<Context>;
  readonly workers: readonly Worker[];
  readonly close: () => Promise<void>;
}

/** Sends by SMTP while a mail server is set, otherwise to the development mailbox. */
export function openMailer(onDelivery?: OnDelivery<Context>): OpenMailer {
  const devMailer = createDevMailer(onDelivery);
  const { mailer, worker, close } = createSmtpMailer(onDelivery);
  return {
    mailer: {
      send: async (ctx, ...emails) => {
        const isSmtp = (email: Email) =>
          email.through !== undefined || ctx.community.smtpUrl !== null;
        const bySmtp = emails.filter(isSmtp);
        const toMailbox = emails.filter((email) => !isSmtp(email));
        if (bySmtp.length > 0) await mailer.send(ctx, ...bySmtp);
        if (toMailbox.length > 0) await devMailer.send(ctx, ...toMailbox);
      },
    },
    workers: [worker],
    close,
  };
}
