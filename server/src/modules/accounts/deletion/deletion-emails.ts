import type { Email } from "#platform/mail/mailer.ts";
import type { Settings } from "#platform/settings.ts";

type Community = Pick<Settings, "COMMUNITY_NAME">;
interface DeletionDate {
  readonly eraseAt: Date;
  readonly url: string;
}

/** A day in words, in UTC. */
export const formatDay = (instant: Date): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(instant);

const HOW_TO_KEEP = "To keep it, sign in before that day. That is all there is to do.";
const FINAL_NOTE =
  "After that day nothing that you wrote is left here, and nobody can bring it back. This is the last letter: we will not know your address any more.";

export const deletionScheduledEmail = (
  { COMMUNITY_NAME }: Community,
  to: string,
  { eraseAt, url }: DeletionDate,
): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account will be deleted on ${formatDay(eraseAt)}`,
  paragraphs: [
    `You asked us to delete your account. It will be deleted on ${formatDay(eraseAt)}. Your rides and requests have ended, and whoever was on them is told.`,
    `${HOW_TO_KEEP} If it was not you who asked, sign in now and choose a new password.`,
    FINAL_NOTE,
  ],
  action: { label: "Sign in and keep my account", url: `${url}/login` },
});

export const dormantAccountEmail = (
  { COMMUNITY_NAME }: Community,
  to: string,
  { eraseAt, url }: DeletionDate,
): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account has not been used for long`,
  paragraphs: [
    `You have not been here for a long time, so your account will be deleted on ${formatDay(eraseAt)}.`,
    HOW_TO_KEEP,
    FINAL_NOTE,
  ],
  action: { label: "Sign in and keep my account", url: `${url}/login` },
});

export const deletionCancelledEmail = ({ COMMUNITY_NAME }: Community, to: string): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account stays`,
  paragraphs: [
    "You signed in, so your account is not deleted. Rides and requests that ended meanwhile do not come back by themselves.",
    "If this was not you, choose a new password at once with 'Forgot password?' on the login page.",
  ],
});
