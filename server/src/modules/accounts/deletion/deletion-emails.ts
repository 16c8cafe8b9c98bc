import type { Email } from "#platform/mail/mailer.ts";
import type { Community } from "#platform/community/community.ts";

type CommunityName = Pick<Community, "name">;
interface DeletionDate {
  readonly eraseAt: Date;
  readonly url: string;
}

/** Formats a date such as "3 February 2026", in UTC. */
export const formatDay = (instant: Date): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(instant);

const HOW_TO_KEEP = "To keep your account, sign in before then. You don't need to do anything else.";
const FINAL_NOTE =
  "After that, everything you wrote is deleted for good. This is our last e-mail to you, because we delete your address too.";

export const deletionScheduledEmail = (
  { name: community }: CommunityName,
  to: string,
  { eraseAt, url }: DeletionDate,
): Email => ({
  to,
  subject: `Your ${community} account will be deleted on ${formatDay(eraseAt)}`,
  paragraphs: [
    `You asked us to delete your account. We'll delete it on ${formatDay(eraseAt)}. Your rides and requests have ended, and we've notified the people on them.`,
    `${HOW_TO_KEEP} If you didn't ask for this, sign in now and choose a new password.`,
    FINAL_NOTE,
  ],
  action: { label: "Sign in and keep my account", url: `${url}/login` },
});

export const dormantAccountEmail = (
  { name: community }: CommunityName,
  to: string,
  { eraseAt, url }: DeletionDate,
): Email => ({
  to,
  subject: `Your ${community} account is inactive and will be deleted`,
  paragraphs: [
    `You haven't used your account for a long time, so we'll delete it on ${formatDay(eraseAt)}.`,
    HOW_TO_KEEP,
    FINAL_NOTE,
  ],
  action: { label: "Sign in and keep my account", url: `${url}/login` },
});

export const deletionCancelledEmail = ({ name: community }: CommunityName, to: string): Email => ({
  to,
  subject: `Your ${community} account was restored`,
  paragraphs: [
    "You signed in, so we won't delete your account. Rides and requests that ended in the meantime stay cancelled.",
    "If this wasn't you, choose a new password right away with 'Forgot password?' on the login page.",
  ],
});
