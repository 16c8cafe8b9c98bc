import type { Letter } from "#platform/mail/mailer.ts";
import type { Settings } from "#platform/settings.ts";

type Community = Pick<Settings, "COMMUNITY_NAME">;
interface When {
  readonly eraseAt: Date;
  readonly url: string;
}

/** A day in words, in UTC. */
export const dayOf = (instant: Date): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(instant);

const KEEP = "To keep it, sign in before that day. That is all there is to do.";
const WITHOUT_TRACE =
  "After that day nothing that you wrote is left here, and nobody can bring it back. This is the last letter: we will not know your address any more.";

export const leavingLetter = ({ COMMUNITY_NAME }: Community, to: string, { eraseAt, url }: When): Letter => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account will be deleted on ${dayOf(eraseAt)}`,
  paragraphs: [
    `You asked us to delete your account. It will be deleted on ${dayOf(eraseAt)}. Your rides and requests have ended, and whoever was on them is told.`,
    `${KEEP} If it was not you who asked, sign in now and choose a new password.`,
    WITHOUT_TRACE,
  ],
  action: { label: "Sign in and keep my account", url: `${url}/login` },
});

export const dormantLetter = ({ COMMUNITY_NAME }: Community, to: string, { eraseAt, url }: When): Letter => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account has not been used for long`,
  paragraphs: [
    `You have not been here for a long time, so your account will be deleted on ${dayOf(eraseAt)}.`,
    KEEP,
    WITHOUT_TRACE,
  ],
  action: { label: "Sign in and keep my account", url: `${url}/login` },
});

export const stayingLetter = ({ COMMUNITY_NAME }: Community, to: string): Letter => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account stays`,
  paragraphs: [
    "You signed in, so your account is not deleted. Rides and requests that ended meanwhile do not come back by themselves.",
    "If this was not you, choose a new password at once with 'Forgot password?' on the login page.",
  ],
});
