import type { Worker } from "../jobs/worker.ts";
import type { Settings } from "../settings.ts";
import { localMailer } from "./local-mailer.ts";
import type { Mailer } from "./mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";

export interface Mailing {
  readonly mailer: Mailer;
  readonly workers: readonly Worker[];
  readonly close: () => Promise<void>;
}

/** By SMTP where there is a server for it, else into the dev mailbox. */
export function openMailing({ SMTP_URL, MAIL_FROM, COMMUNITY_NAME }: Settings): Mailing {
  if (!SMTP_URL) return { mailer: localMailer(COMMUNITY_NAME), workers: [], close: async () => {} };
  const { mailer, worker, close } = smtpMailer({ url: SMTP_URL, from: MAIL_FROM, community: COMMUNITY_NAME });
  return { mailer, workers: [worker], close };
}
