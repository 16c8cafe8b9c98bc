import { message } from "@commonlane/contract/message";
import type { InTransaction } from "../context.ts";
import { languageOfAccount } from "../i18n/caller-language.ts";
import { translate } from "../i18n/translate.ts";
import type { Recipient } from "../mail/compose-email.ts";
import type { Email } from "../mail/mailer.ts";
import { findOwnerAddresses } from "./owner-addresses.store.ts";

/** Last paragraph of each e-mail about a change of who gets in. */
export const NOT_YOU = message(
  "If this wasn't you, choose a new password right away with 'Forgot password?' on the login page. Then remove what you don't know under Settings, Sign-in and security.",
);
const FORMER_ADDRESS = message(
  "We also write to this address because your account changed to another one. You can still undo that with the link in our earlier e-mail.",
);

/**
 * E-mails the owner of an account, in their language; also at the address before, while a change can be undone, because
 * a thief may have made it. Here and not in accounts, because modules that accounts imports need it too.
 */
export async function emailOwner(
  ctx: InTransaction,
  uid: string,
  compose: (recipient: Recipient) => Email,
): Promise<void> {
  for (const address of await findOwnerAddresses(ctx, uid)) {
    const language = languageOfAccount(address, ctx.community);
    const email = compose({
      to: address.email,
      language,
    });
    const paragraphs = [...email.paragraphs, translate(language, FORMER_ADDRESS, {})];
    await ctx.mail.send(
      ctx,
      address.is_former
        ? {
            ...email,
            paragraphs,
          }
        : email,
    );
  }
}
