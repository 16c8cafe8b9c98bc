import { brandOf } from "../branding/brand.ts";
import type { Context } from "../context.ts";
import { storeDevMail } from "./dev-mail.store.ts";
import { renderEmail } from "./render-email.ts";
import type { Mailer, OnDelivery } from "./mailer.ts";

/** Stores e-mails in the database for the development mailbox; they appear as soon as the transaction commits. */
export const createDevMailer = (onMailed?: OnDelivery<Context>): Mailer<Context> => ({
  send: async (ctx, ...emails) => {
    const rendered = emails.map((email) => renderEmail(email, brandOf(ctx.community)));
    await storeDevMail(ctx.db, rendered, ctx.now());
    const ids = emails.flatMap(({ id }) => id ?? []);
    if (ids.length > 0) await onMailed?.(ctx, ids, undefined);
  },
});
