import { message } from "@commonlane/contract/message";
import { composeEmail, type Recipient } from "#platform/mail/compose-email.ts";
import { CODE_VALID_S, EMAIL_CHANGE_UNDO_VALID_S } from "@commonlane/contract/limits";
import type { Email } from "#platform/mail/mailer.ts";
import type { Community } from "#platform/community/community.ts";

type CommunityName = Pick<Community, "name">;

const IGNORE_IF_NOT_YOU = message(
  "If this wasn't you, you can ignore this e-mail. Without the code, no one can use your address.",
);
const NOT_REVEALED = message(
  "If this wasn't you, you can ignore this e-mail. We didn't tell them that you have an account.",
);

export const registrationCodeEmail = ({ name: community }: CommunityName, recipient: Recipient, code: string): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} verification code"),
    paragraphs: [
      message(
        "Enter this code to verify your e-mail address. {minutes, plural, one {It's valid for # minute.} other {It's valid for # minutes.}}",
      ),
      IGNORE_IF_NOT_YOU,
    ],
    code,
    values: { community, minutes: CODE_VALID_S / 60 },
  });

export const accountExistsEmail = ({ name: community }: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("You already have a {community} account"),
    paragraphs: [
      message(
        "Someone requested a registration code for this e-mail address, but you already have an account. Sign in with your password instead.",
      ),
      NOT_REVEALED,
    ],
    values: { community },
  });

export const signUpAttemptEmail = ({ name: community }: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Someone tried to sign up for {community} with your e-mail address"),
    paragraphs: [
      message(
        "Someone tried to create an account with this e-mail address. You already have one, and it wasn't changed. Sign in with your password.",
      ),
      NOT_REVEALED,
    ],
    values: { community },
  });

const IGNORE_NOTHING_CHANGES = message(
  "If this wasn't you, you can ignore this e-mail. Without the code, nothing changes.",
);

export const passwordResetEmail = ({ name: community }: CommunityName, recipient: Recipient, code: string): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} password reset code"),
    paragraphs: [
      message(
        "Enter this code to choose a new password. {minutes, plural, one {It's valid for # minute.} other {It's valid for # minutes.}} Don't share it with anyone; we'll never ask for it.",
      ),
      IGNORE_NOTHING_CHANGES,
    ],
    code,
    values: { community, minutes: CODE_VALID_S / 60 },
  });

/**
 * Also sent for an address with an unverified account only, because its reader may not be the person who claimed it.
 */
export const noAccountEmail = ({ name: community }: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("There is no {community} account with this e-mail address"),
    paragraphs: [
      message(
        "Someone asked for a new password for this e-mail address, but it has no verified account. If you have an account, it uses another address; otherwise, sign up with this one.",
      ),
      message("If this wasn't you, you can ignore this e-mail."),
    ],
    values: { community },
  });

export const passwordChangedEmail = ({ name: community }: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} password was changed"),
    paragraphs: [
      message("The password of your account was just changed, and your other devices were signed out."),
      message("If this wasn't you, choose a new password right away with 'Forgot password?' on the login page."),
    ],
    values: { community },
  });

export const verificationLinkEmail = ({ name: community }: CommunityName, recipient: Recipient, url: string): Email =>
  composeEmail(recipient, {
    subject: message("Verify your e-mail address for {community}"),
    paragraphs: [
      message(
        "Someone signed up with this e-mail address. If it was you, open the link below to verify it. The link is valid for a day.",
      ),
      message("If you didn't sign up, don't open it. Otherwise, someone else gets an account with your address."),
    ],
    action: { label: message("Verify e-mail address", { comment: "Button in an e-mail." }), url },
    values: { community },
  });

export const alreadyVerifiedEmail = ({ name: community }: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account is verified"),
    paragraphs: [
      message(
        "Someone requested a link to verify this e-mail address, but your account is already verified. Sign in with your password. If you forgot it, choose a new one on the login page.",
      ),
      NOT_REVEALED,
    ],
    values: { community },
  });

export const emailChangeCodeEmail = ({ name: community }: CommunityName, recipient: Recipient, code: string): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} e-mail change code"),
    paragraphs: [
      message(
        "Enter this code to use this e-mail address for your account. {minutes, plural, one {It's valid for # minute.} other {It's valid for # minutes.}}",
      ),
      IGNORE_NOTHING_CHANGES,
    ],
    code,
    values: { community, minutes: CODE_VALID_S / 60 },
  });

export const markRenewalCodeEmail = ({ name: community }: CommunityName, recipient: Recipient, code: string): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} confirmation code"),
    paragraphs: [
      message(
        "Enter this code to confirm that you still use this e-mail address. {minutes, plural, one {It's valid for # minute.} other {It's valid for # minutes.}}",
      ),
      IGNORE_NOTHING_CHANGES,
    ],
    code,
    values: { community, minutes: CODE_VALID_S / 60 },
  });

export const addressInUseEmail = ({ name: community }: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Someone tried to use your e-mail address at {community}"),
    paragraphs: [
      message(
        "Someone tried to move another account to this e-mail address. You already have an account with it, and it wasn't changed.",
      ),
      NOT_REVEALED,
    ],
    values: { community },
  });

export const emailChangedEmail = (
  { name: community }: CommunityName,
  recipient: Recipient,
  newEmail: string,
  url: string,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account has a new e-mail address"),
    paragraphs: [
      message("Your account now uses {newEmail} instead of this address."),
      message(
        "If this wasn't you, undo the change with the link below within {hours, plural, one {# hour} other {# hours}}. All devices are signed out, and you choose a new password.",
      ),
    ],
    action: { label: message("Undo the change", { comment: "Button in an e-mail." }), url },
    values: { community, newEmail, hours: EMAIL_CHANGE_UNDO_VALID_S / 3600 },
  });

export const emailRestoredEmail = ({ name: community }: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account is yours again"),
    paragraphs: [
      message(
        "Your account uses this e-mail address again. All devices were signed out, and the old password no longer works.",
      ),
      message("Choose a new password with 'Forgot password?' on the login page."),
    ],
    values: { community },
  });
