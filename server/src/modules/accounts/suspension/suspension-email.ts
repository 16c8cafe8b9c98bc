import type { Email } from "#platform/mail/mailer.ts";
import type { Community } from "#platform/community/community.ts";
import type { SuspensionNotice } from "../account-changes.store.ts";
import { formatDay } from "../deletion/deletion-emails.ts";

/** The only message that reaches a suspended user: why, until when, and how to appeal. */
export const suspensionEmail = (
  { name: community, supportEmail }: Pick<Community, "name" | "supportEmail">,
  to: string,
  { reason, until }: Omit<SuspensionNotice, "email">,
): Email => ({
  to,
  subject: until
    ? `Your ${community} account is suspended until ${formatDay(until)}`
    : `Your ${community} account is suspended`,
  paragraphs: [
    `The moderators of ${community} have suspended your account. The reason: “${reason}”`,
    until
      ? `You can't sign in until ${formatDay(until)}. After that, your account works again without any action from you.`
      : "You can't sign in until they lift the suspension.",
    "Until then, no one can find you or your rides. Confirmed seats stay booked unless someone cancels them.",
    `If you think this is a mistake, write to ${supportEmail} from this address and tell us what happened. We'll review the decision and reply to you.`,
  ],
});
