import type { Context } from "../context.ts";
import type { Email, Mailer, MailHooks } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";
import { brandOf } from "#platform/branding/brand.ts";
import { storeDevMail } from "./dev-mail.store.ts";
import {
  LOGO_PART,
  PHOTO_PART,
  type RenderedEmail,
  renderEmail,
  withoutPhoto,
} from "./render-email.ts";
import type { Worker } from "#platform/jobs/worker.ts";
import { findLogoPng } from "../community/community-settings.store.ts";

export interface OpenMailer {
  readonly mailer: Mailer<Context>;
  readonly workers: readonly Worker[];
  readonly close: () => Promise<void>;
}

/** Sends by SMTP while a mail server is set, otherwise to the development mailbox. */
export function openMailer(hooks: MailHooks<Context>): OpenMailer {
  const devMailer = createDevMailer(hooks);
  const { mailer, worker, close } = createSmtpMailer(hooks);
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

/** Stores e-mails in the database for the development mailbox; they appear as soon as the transaction commits. */
export function createDevMailer({
  onDelivery,
  findPhoto,
}: MailHooks<Context> = {}): Mailer<Context> {
  return {
    send: async (ctx, ...emails) => {
      const logo = await findLogo(ctx);
      const rendered: RenderedEmail[] = [];
      for (const email of emails) {
        const { photoId, ...message } = renderEmail(email, brandOf(ctx.community));
        const photo = photoId === undefined ? undefined : await findPhoto?.(ctx, photoId);
        rendered.push({
          ...message,
          html: withDataUrls(message.html, photo, logo),
        });
      }
      await storeDevMail(ctx.db, rendered, ctx.now());
      const ids = emails.flatMap(({ id }) => id ?? []);
      if (ids.length > 0) await onDelivery?.(ctx, ids, undefined);
    },
  };
}

async function findLogo({ db, community }: Context): Promise<string | undefined> {
  const png = community.logo && (await findLogoPng(db, community.logo.hash));
  return png?.toString("base64");
}

/** The mailbox shows an e-mail as a page, which has no parts: its pictures are written into it. */
function withDataUrls(html: string, photo: Buffer | undefined, logo: string | undefined): string {
  const withLogo =
    logo === undefined ? html : html.replace(`cid:${LOGO_PART}`, `data:image/png;base64,${logo}`);
  if (!photo) return withoutPhoto(withLogo);
  return withLogo.replace(
    `cid:${PHOTO_PART}`,
    `data:image/webp;base64,${photo.toString("base64")}`,
  );
}
