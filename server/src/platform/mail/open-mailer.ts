import type { Context } from "../context.ts";
import type { Worker } from "../jobs/worker.ts";
import type { Settings } from "../settings.ts";
import { createDevMailer } from "./dev-mailer.ts";
import type { Mailer, OnDelivery } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

export interface OpenMailer {
  readonly mailer: Mailer<Context>;
  readonly workers: readonly Worker[];
  readonly close: () => Promise<void>;
}

/** Sends by SMTP if a mail server is set, otherwise to the development mailbox. */
export function openMailer(
  { SMTP_URL, MAIL_FROM, COMMUNITY_NAME }: Settings,
  onDelivery?: OnDelivery<Context>,
): OpenMailer {
  if (!SMTP_URL) return { mailer: createDevMailer(COMMUNITY_NAME, onDelivery), workers: [], close: async () => {} };
  const { mailer, worker, close } = createSmtpMailer(
    { url: SMTP_URL, from: MAIL_FROM, community: COMMUNITY_NAME },
    onDelivery,
  );
  return { mailer, workers: [worker], close };
}
