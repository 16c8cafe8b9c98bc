import type { Email } from "#platform/mail/mailer.ts";
import type { Settings } from "#platform/settings.ts";
import type { SuspensionNotice } from "../account-changes.store.ts";
import { formatDay } from "../deletion/deletion-emails.ts";

/** The one way to reach somebody who cannot sign in: why, until when, and what can be done about it. */
export const suspensionEmail = (
  { COMMUNITY_NAME, SUPPORT_EMAIL }: Pick<Settings, "COMMUNITY_NAME" | "SUPPORT_EMAIL">,
  to: string,
  { reason, until }: Omit<SuspensionNotice, "email">,
): Email => ({
  to,
  subject: until
    ? `Your ${COMMUNITY_NAME} account is suspended until ${formatDay(until)}`
    : `Your ${COMMUNITY_NAME} account is suspended`,
  paragraphs: [
    `Those who look after ${COMMUNITY_NAME} have suspended your account. This is why: “${reason}”`,
    until
      ? `You cannot sign in until ${formatDay(until)}. Then it opens by itself, and there is nothing for you to do.`
      : "You cannot sign in until they lift it.",
    "Meanwhile nobody finds you or your rides. Seats that were agreed stay until somebody cancels them.",
    `If you think that this is wrong, write to ${SUPPORT_EMAIL} from this address and tell how it was. Somebody reads it, decides once more, and answers you.`,
  ],
});
