import { CODE_VALID_S, EMAIL_CHANGE_UNDO_VALID_S } from "@commonlane/contract/limits";
import type { Email } from "#platform/mail/mailer.ts";
import type { Settings } from "#platform/settings.ts";

type Community = Pick<Settings, "COMMUNITY_NAME">;

const IGNORE_IF_NOT_YOU =
  "If this was not you, you need not do anything: without this code nobody can use your address.";

export const registrationCodeEmail = ({ COMMUNITY_NAME }: Community, to: string, code: string): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} verification code`,
  paragraphs: [
    `Enter this code to prove that this e-mail address is yours. It is valid for ${CODE_VALID_S / 60} minutes.`,
    IGNORE_IF_NOT_YOU,
  ],
  code,
});

export const accountExistsEmail = ({ COMMUNITY_NAME }: Community, to: string): Email => ({
  to,
  subject: `You already have a ${COMMUNITY_NAME} account`,
  paragraphs: [
    "Somebody asked for a registration code for this e-mail address, but there is an account with it already. Sign in with your password instead.",
    "If this was not you, you need not do anything. Whoever asked was not told that you have an account.",
  ],
});

export const signUpAttemptEmail = ({ COMMUNITY_NAME }: Community, to: string): Email => ({
  to,
  subject: `Somebody tried to sign up at ${COMMUNITY_NAME} with your e-mail address`,
  paragraphs: [
    "Somebody tried to make an account with this e-mail address. You have one already, and it was not changed: sign in with your password.",
    "If this was not you, you need not do anything. Whoever tried was not told that you have an account.",
  ],
});

const IGNORE_NOTHING_CHANGES = "If this was not you, you need not do anything: without this code nothing changes.";

export const passwordResetEmail = ({ COMMUNITY_NAME }: Community, to: string, code: string): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} code for a new password`,
  paragraphs: [
    `Enter this code to choose a new password. It is valid for ${CODE_VALID_S / 60} minutes. Never tell it to anybody; we do not ask for it.`,
    IGNORE_NOTHING_CHANGES,
  ],
  code,
});

/** The same where somebody claims the address and has not proven it: whoever that is, it need not be the reader. */
export const noAccountEmail = ({ COMMUNITY_NAME }: Community, to: string): Email => ({
  to,
  subject: `There is no ${COMMUNITY_NAME} account with this e-mail address`,
  paragraphs: [
    "Somebody wanted to sign in with this e-mail address, but it has no account that was verified. If you have one, it is with another address; otherwise sign up with this one.",
    "If this was not you, you need not do anything.",
  ],
});

export const passwordChangedEmail = ({ COMMUNITY_NAME }: Community, to: string): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} password was changed`,
  paragraphs: [
    "The password of your account was changed a moment ago, and other devices were signed out.",
    "If this was not you, choose a new password at once with 'Forgot password?' on the login page.",
  ],
});

export const verificationLinkEmail = ({ COMMUNITY_NAME }: Community, to: string, url: string): Email => ({
  to,
  subject: `Verify your e-mail address for ${COMMUNITY_NAME}`,
  paragraphs: [
    "Somebody signed up with this e-mail address. Open the link below to say that it was you. It is valid for a day.",
    "If you did not sign up, do not open it: somebody else would get an account with your address.",
  ],
  action: { label: "Verify e-mail address", url },
});

export const alreadyVerifiedEmail = ({ COMMUNITY_NAME }: Community, to: string): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account is verified`,
  paragraphs: [
    "Somebody asked for a link to verify this e-mail address, but your account is verified already. Sign in with your password; if you have forgotten it, choose a new one on the login page.",
    "If this was not you, you need not do anything. Whoever asked was not told that you have an account.",
  ],
});

export const emailChangeCodeEmail = ({ COMMUNITY_NAME }: Community, to: string, code: string): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} code for a new e-mail address`,
  paragraphs: [
    `Enter this code to use this e-mail address for your account. It is valid for ${CODE_VALID_S / 60} minutes.`,
    IGNORE_NOTHING_CHANGES,
  ],
  code,
});

export const addressInUseEmail = ({ COMMUNITY_NAME }: Community, to: string): Email => ({
  to,
  subject: `Somebody wants to use your e-mail address at ${COMMUNITY_NAME}`,
  paragraphs: [
    "Somebody asked to move an account to this e-mail address, but you have an account with it, and it was not changed.",
    "If this was not you, you need not do anything. Whoever asked was not told that you have an account.",
  ],
});

export const emailChangedEmail = ({ COMMUNITY_NAME }: Community, to: string, newEmail: string, url: string): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account has a new e-mail address`,
  paragraphs: [
    `Your account belongs to ${newEmail} from now on, and no longer to this address.`,
    `If this was not you, take it back with the link below within ${EMAIL_CHANGE_UNDO_VALID_S / 3600} hours. It signs all devices out, and you choose a new password.`,
  ],
  action: { label: "This was not me", url },
});

export const emailRestoredEmail = ({ COMMUNITY_NAME }: Community, to: string): Email => ({
  to,
  subject: `Your ${COMMUNITY_NAME} account is yours again`,
  paragraphs: [
    "Your account belongs to this e-mail address again. All devices were signed out, and the password is not valid any more.",
    "Choose a new password with 'Forgot password?' on the login page.",
  ],
});
