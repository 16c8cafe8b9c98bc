import { recipientAt } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import type { Recipient } from "#platform/mail/compose-email.ts";

/** Contacts without an account read the language of the sender's community. */
export const contactRecipient = (ctx: Context, email: string): Promise<Recipient> =>
  recipientAt(ctx, email, ctx.community.language);
