import type { Context } from "../context.ts";
import type { Worker } from "../jobs/worker.ts";
import type { Settings } from "../settings.ts";
import { localMailer } from "./local-mailer.ts";
import type { Mailer, OnMailed } from "./mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";

export interface Mailing {
  readonly mailer: Mailer<Context>;
  readonly workers: readonly Worker[];
  readonly close: () => Promise<void>;
}

/** By SMTP where there is a server for it, else into the dev mailbox. */
export function openMailing({ SMTP_URL, MAIL_FROM, COMMUNITY_NAME }: Settings, onMailed?: OnMailed<Context>): Mailing {
  if (!SMTP_URL) return { mailer: localMailer(COMMUNITY_NAME, onMailed), workers: [], close: async () => {} };
  const { mailer, worker, close } = smtpMailer({ url: SMTP_URL, from: MAIL_FROM, community: COMMUNITY_NAME }, onMailed);
  return { mailer, workers: [worker], close };
}
