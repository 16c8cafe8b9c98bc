import { message } from "@commonlane/contract/message";
import { formatDay } from "#platform/i18n/formats.ts";
import { composeEmail, type Recipient } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import type { Community } from "#platform/community/community.ts";
import type { SuspensionNotice } from "../account-changes.store.ts";

const REASON = message(
  "The moderators of {community} have suspended your account. The reason: “{reason}”",
);
const CONSEQUENCES = message(
  "Until then, no one can find you or your rides. Confirmed seats stay booked unless someone cancels them.",
);
const APPEAL = message(
  "If you think this is a mistake, write to {support} from this address and tell us what happened. We'll review the decision and reply to you.",
  { comment: "support: an e-mail address." },
);

/** The only message that reaches a suspended user: why, until when, and how to appeal. */
export function suspensionEmail(
  community: Pick<Community, "name" | "supportEmail">,
  recipient: Recipient,
  { reason, until }: Pick<SuspensionNotice, "reason" | "until">,
): Email {
  const values = {
    community: community.name,
    support: community.supportEmail,
    reason: reason ?? "",
  };
  if (until === null)
    return composeEmail(recipient, {
      subject: message("Your {community} account is suspended"),
      paragraphs: [
        REASON,
        message("You can't sign in until they lift the suspension."),
        CONSEQUENCES,
        APPEAL,
      ],
      values,
    });
  return composeEmail(recipient, {
    subject: message("Your {community} account is suspended until {day}"),
    paragraphs: [
      REASON,
      message(
        "You can't sign in until {day}. After that, your account works again without any action from you.",
      ),
      CONSEQUENCES,
      APPEAL,
    ],
    values: {
      ...values,
      day: formatDay(recipient.language, until),
    },
  });
}
