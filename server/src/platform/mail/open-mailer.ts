import type { Context } from "../context.ts";
import type { Worker } from "../jobs/worker.ts";
import { createDevMailer } from "./dev-mailer.ts";
import type { Mailer, OnDelivery } from "./mailer.ts";
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
      send: (ctx, ...emails) => (ctx.community.smtpUrl === null ? devMailer : mailer).send(ctx, ...emails),
    },
    workers: [worker],
    close,
  };
}
