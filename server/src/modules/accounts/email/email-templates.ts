import { message } from "@commonlane/contract/message";
import { composeEmail, type Recipient } from "#platform/mail/compose-email.ts";
import {
  ACCESS_ADDED_LATELY_DAYS,
  CODE_VALID_S,
  EMAIL_CHANGE_UNDO_VALID_S,
} from "@commonlane/contract/limits";
import type { Email } from "#platform/mail/mailer.ts";
import type { Community } from "#platform/community/community.ts";
import { dateFormat } from "#platform/i18n/formats.ts";
import { timeZoneAt } from "#platform/time-zone.ts";

type CommunityName = Pick<Community, "name">;
type CodeCommunity = Pick<Community, "name" | "region">;

/** A code, and when it was requested. */
export interface RequestedCode {
  readonly code: string;
  readonly at: Date;
}

const formatRequestTime = dateFormat({
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

/** Which of several e-mails to use, and how long: people get codes late, and more than one. */
const CODE_VALIDITY = message(
  "You requested it at {time}. It works for {minutes, plural, one {# minute} other {# minutes}} after we sent this e-mail. If you requested several, only the newest works.",
  { comment: "time: a time of day with its time zone, such as “14:32 CET”." },
);

/** Values of `CODE_VALIDITY`; the time is that of the community's region. */
function codeValidity(
  { region }: Pick<Community, "region">,
  { language }: Recipient,
  { at }: RequestedCode,
) {
  const timeZone = region ? timeZoneAt(region) : "UTC";
  return {
    time: formatRequestTime(language, at, timeZone),
    minutes: CODE_VALID_S / 60,
  };
}

const IGNORE_IF_NOT_YOU = message(
  "If this wasn't you, you can ignore this e-mail. Without the code, no one can use your address.",
);
const NOT_REVEALED = message(
  "If this wasn't you, you can ignore this e-mail. We didn't tell them that you have an account.",
);

export const registrationCodeEmail = (
  community: CodeCommunity,
  recipient: Recipient,
  requested: RequestedCode,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} verification code"),
    paragraphs: [
      message("Enter this code to verify your e-mail address."),
      CODE_VALIDITY,
      IGNORE_IF_NOT_YOU,
    ],
    code: requested.code,
    values: {
      community: community.name,
      ...codeValidity(community, recipient, requested),
    },
  });

export const accountExistsEmail = (community: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("You already have a {community} account"),
    paragraphs: [
      message(
        "Someone requested a registration code for this e-mail address, but you already have an account. Sign in with your password instead.",
      ),
      NOT_REVEALED,
    ],
    values: { community: community.name },
  });

export const signUpAttemptEmail = (community: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Someone tried to sign up for {community} with your e-mail address"),
    paragraphs: [
      message(
        "Someone tried to create an account with this e-mail address. You already have one, and it wasn't changed. Sign in with your password.",
      ),
      NOT_REVEALED,
    ],
    values: { community: community.name },
  });

const IGNORE_NOTHING_CHANGES = message(
  "If this wasn't you, you can ignore this e-mail. Without the code, nothing changes.",
);

export const passwordResetEmail = (
  community: CodeCommunity,
  recipient: Recipient,
  requested: RequestedCode,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} password reset code"),
    paragraphs: [
      message(
        "Enter this code to choose a new password. Don't share it with anyone; we'll never ask for it.",
      ),
      CODE_VALIDITY,
      IGNORE_NOTHING_CHANGES,
    ],
    code: requested.code,
    values: {
      community: community.name,
      ...codeValidity(community, recipient, requested),
    },
  });

/**
 * Also sent for an address with an unverified account only, because its reader may not be the person who claimed it.
 */
export const noAccountEmail = (community: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("There is no {community} account with this e-mail address"),
    paragraphs: [
      message(
        "Someone asked for a new password for this e-mail address, but it has no verified account. If you have an account, it uses another address; otherwise, sign up with this one.",
      ),
      message("If this wasn't you, you can ignore this e-mail."),
    ],
    values: { community: community.name },
  });

/** For e-mails after which the owner looks for what a thief has left. */
const ADDED_LATELY = message(
  "Added in the last {days} days and still there: {list}. Remove what you don't know under Settings, Sign-in and security.",
  { comment: "list: such as “Passkey (My phone) and Trusted contact (Mum)”." },
);

/** `addedLately` names what may be a thief's; empty if there is nothing. */
export const passwordChangedEmail = (
  community: CommunityName,
  recipient: Recipient,
  addedLately: string,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} password was changed"),
    paragraphs: [
      message(
        "The password of your account was just changed. Your other devices were signed out, and your calendar feed, if you had one, has ended.",
      ),
      ...(addedLately === "" ? [] : [ADDED_LATELY]),
      message(
        "If this wasn't you, choose a new password right away with 'Forgot password?' on the login page.",
      ),
    ],
    values: {
      community: community.name,
      days: ACCESS_ADDED_LATELY_DAYS,
      list: addedLately,
    },
  });

export const verificationLinkEmail = (
  community: CommunityName,
  recipient: Recipient,
  url: string,
): Email =>
  composeEmail(recipient, {
    subject: message("Verify your e-mail address for {community}"),
    paragraphs: [
      message(
        "Someone signed up with this e-mail address. If it was you, open the link below to verify it. The link is valid for a day.",
      ),
      message(
        "If you didn't sign up, don't open it. Otherwise, someone else gets an account with your address.",
      ),
    ],
    action: {
      label: message("Verify e-mail address", { comment: "Button in an e-mail." }),
      url,
    },
    values: { community: community.name },
  });

export const alreadyVerifiedEmail = (community: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account is verified"),
    paragraphs: [
      message(
        "Someone requested a link to verify this e-mail address, but your account is already verified. Sign in with your password. If you forgot it, choose a new one on the login page.",
      ),
      NOT_REVEALED,
    ],
    values: { community: community.name },
  });

export const emailChangeCodeEmail = (
  community: CodeCommunity,
  recipient: Recipient,
  requested: RequestedCode,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} e-mail change code"),
    paragraphs: [
      message("Enter this code to use this e-mail address for your account."),
      CODE_VALIDITY,
      IGNORE_NOTHING_CHANGES,
    ],
    code: requested.code,
    values: {
      community: community.name,
      ...codeValidity(community, recipient, requested),
    },
  });

export const markRenewalCodeEmail = (
  community: CodeCommunity,
  recipient: Recipient,
  requested: RequestedCode,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} confirmation code"),
    paragraphs: [
      message("Enter this code to confirm that you still use this e-mail address."),
      CODE_VALIDITY,
      IGNORE_NOTHING_CHANGES,
    ],
    code: requested.code,
    values: {
      community: community.name,
      ...codeValidity(community, recipient, requested),
    },
  });

export const addressInUseEmail = (community: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Someone tried to use your e-mail address at {community}"),
    paragraphs: [
      message(
        "Someone tried to move another account to this e-mail address. You already have an account with it, and it wasn't changed.",
      ),
      NOT_REVEALED,
    ],
    values: { community: community.name },
  });

export const emailChangedEmail = (
  community: CommunityName,
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
    action: {
      label: message("Undo the change", { comment: "Button in an e-mail." }),
      url,
    },
    values: {
      community: community.name,
      newEmail,
      hours: EMAIL_CHANGE_UNDO_VALID_S / 3600,
    },
  });

export const emailRestoredEmail = (
  community: CommunityName,
  recipient: Recipient,
  addedLately: string,
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account is yours again"),
    paragraphs: [
      message(
        "Your account uses this e-mail address again. All devices were signed out, and the old password no longer works. Your calendar feed, and what was added since the day before the change, has ended.",
      ),
      ...(addedLately === "" ? [] : [ADDED_LATELY]),
      message("Choose a new password with 'Forgot password?' on the login page."),
    ],
    values: {
      community: community.name,
      days: ACCESS_ADDED_LATELY_DAYS,
      list: addedLately,
    },
  });
