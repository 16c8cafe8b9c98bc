import { CODE_VALID_S, EMAIL_CHANGE_UNDO_VALID_S } from "@commonlane/contract/limits";
import type { Email } from "#platform/mail/mailer.ts";
import type { Community } from "#platform/community/community.ts";

type CommunityName = Pick<Community, "name">;

const IGNORE_IF_NOT_YOU =
  "If this wasn't you, you can ignore this e-mail. Without the code, no one can use your address.";
const NOT_REVEALED = "If this wasn't you, you can ignore this e-mail. We didn't tell them that you have an account.";

export const registrationCodeEmail = ({ name: community }: CommunityName, to: string, code: string): Email => ({
  to,
  subject: `Your ${community} verification code`,
  paragraphs: [
    `Enter this code to verify your e-mail address. It's valid for ${CODE_VALID_S / 60} minutes.`,
    IGNORE_IF_NOT_YOU,
  ],
  code,
});

export const accountExistsEmail = ({ name: community }: CommunityName, to: string): Email => ({
  to,
  subject: `You already have a ${community} account`,
  paragraphs: [
    "Someone requested a registration code for this e-mail address, but you already have an account. Sign in with your password instead.",
    NOT_REVEALED,
  ],
});

export const signUpAttemptEmail = ({ name: community }: CommunityName, to: string): Email => ({
  to,
  subject: `Someone tried to sign up for ${community} with your e-mail address`,
  paragraphs: [
    "Someone tried to create an account with this e-mail address. You already have one, and it wasn't changed. Sign in with your password.",
    NOT_REVEALED,
  ],
});

const IGNORE_NOTHING_CHANGES = "If this wasn't you, you can ignore this e-mail. Without the code, nothing changes.";

export const passwordResetEmail = ({ name: community }: CommunityName, to: string, code: string): Email => ({
  to,
  subject: `Your ${community} password reset code`,
  paragraphs: [
    `Enter this code to choose a new password. It's valid for ${CODE_VALID_S / 60} minutes. Don't share it with anyone; we'll never ask for it.`,
    IGNORE_NOTHING_CHANGES,
  ],
  code,
});

/**
 * Also sent for an address with an unverified account only, because its reader may not be the person who claimed it.
 */
export const noAccountEmail = ({ name: community }: CommunityName, to: string): Email => ({
  to,
  subject: `There is no ${community} account with this e-mail address`,
  paragraphs: [
    "Someone asked for a new password for this e-mail address, but it has no verified account. If you have an account, it uses another address; otherwise, sign up with this one.",
    "If this wasn't you, you can ignore this e-mail.",
  ],
});

export const passwordChangedEmail = ({ name: community }: CommunityName, to: string): Email => ({
  to,
  subject: `Your ${community} password was changed`,
  paragraphs: [
    "The password of your account was just changed, and your other devices were signed out.",
    "If this wasn't you, choose a new password right away with 'Forgot password?' on the login page.",
  ],
});

export const verificationLinkEmail = ({ name: community }: CommunityName, to: string, url: string): Email => ({
  to,
  subject: `Verify your e-mail address for ${community}`,
  paragraphs: [
    "Someone signed up with this e-mail address. If it was you, open the link below to verify it. The link is valid for a day.",
    "If you didn't sign up, don't open it. Otherwise, someone else gets an account with your address.",
  ],
  action: { label: "Verify e-mail address", url },
});

export const alreadyVerifiedEmail = ({ name: community }: CommunityName, to: string): Email => ({
  to,
  subject: `Your ${community} account is verified`,
  paragraphs: [
    "Someone requested a link to verify this e-mail address, but your account is already verified. Sign in with your password. If you forgot it, choose a new one on the login page.",
    NOT_REVEALED,
  ],
});

export const emailChangeCodeEmail = ({ name: community }: CommunityName, to: string, code: string): Email => ({
  to,
  subject: `Your ${community} e-mail change code`,
  paragraphs: [
    `Enter this code to use this e-mail address for your account. It's valid for ${CODE_VALID_S / 60} minutes.`,
    IGNORE_NOTHING_CHANGES,
  ],
  code,
});

export const addressInUseEmail = ({ name: community }: CommunityName, to: string): Email => ({
  to,
  subject: `Someone tried to use your e-mail address at ${community}`,
  paragraphs: [
    "Someone tried to move another account to this e-mail address. You already have an account with it, and it wasn't changed.",
    NOT_REVEALED,
  ],
});

export const emailChangedEmail = (
  { name: community }: CommunityName,
  to: string,
  newEmail: string,
  url: string,
): Email => ({
  to,
  subject: `Your ${community} account has a new e-mail address`,
  paragraphs: [
    `Your account now uses ${newEmail} instead of this address.`,
    `If this wasn't you, undo the change with the link below within ${EMAIL_CHANGE_UNDO_VALID_S / 3600} hours. All devices are signed out, and you choose a new password.`,
  ],
  action: { label: "Undo the change", url },
});

export const emailRestoredEmail = ({ name: community }: CommunityName, to: string): Email => ({
  to,
  subject: `Your ${community} account is yours again`,
  paragraphs: [
    "Your account uses this e-mail address again. All devices were signed out, and the old password no longer works.",
    "Choose a new password with 'Forgot password?' on the login page.",
  ],
});
