import { message } from "@commonlane/contract/message";
import { formatDay } from "#platform/i18n/formats.ts";
import { composeEmail, type Recipient } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import type { Community } from "#platform/community/community.ts";

type CommunityName = Pick<Community, "name">;
interface DeletionDate {
  readonly eraseAt: Date;
  readonly url: string;
}

const HOW_TO_KEEP = message(
  "To keep your account, sign in before then. You don't need to do anything else.",
);
const FINAL_NOTE = message(
  "After that, everything you wrote is deleted for good. This is our last e-mail to you, because we delete your address too.",
);
const SIGN_IN = message("Sign in and keep my account", { comment: "Button in an e-mail." });

export const deletionScheduledEmail = (
  community: CommunityName,
  recipient: Recipient,
  { eraseAt, url }: DeletionDate,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account will be deleted on {day}"),
    paragraphs: [
      message(
        "You asked us to delete your account. We'll delete it on {day}. Your rides and requests have ended, and we've notified the people on them.",
      ),
      message(
        "To keep your account, sign in before then. You don't need to do anything else. If you didn't ask for this, sign in now and choose a new password.",
      ),
      FINAL_NOTE,
    ],
    action: { label: SIGN_IN, url: `${url}/login` },
    values: {
      community: community.name,
      day: formatDay(recipient.language, eraseAt),
    },
  });

export const dormantAccountEmail = (
  community: CommunityName,
  recipient: Recipient,
  { eraseAt, url }: DeletionDate,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account is inactive and will be deleted"),
    paragraphs: [
      message("You haven't used your account for a long time, so we'll delete it on {day}."),
      HOW_TO_KEEP,
      FINAL_NOTE,
    ],
    action: { label: SIGN_IN, url: `${url}/login` },
    values: {
      community: community.name,
      day: formatDay(recipient.language, eraseAt),
    },
  });

export const deletionCancelledEmail = (community: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account was restored"),
    paragraphs: [
      message(
        "You signed in, so we won't delete your account. Rides and requests that ended in the meantime stay cancelled.",
      ),
      message(
        "If this wasn't you, choose a new password right away with 'Forgot password?' on the login page.",
      ),
    ],
    values: { community: community.name },
  });
