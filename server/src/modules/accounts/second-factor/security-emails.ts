import { message } from "@commonlane/contract/message";
import { NOT_YOU } from "#platform/account-access/owner-emails.ts";
import type { Community } from "#platform/community/community.ts";
import { composeEmail, type Recipient } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";

type CommunityName = Pick<Community, "name">;

export const passkeyAddedEmail = (
  community: CommunityName,
  recipient: Recipient,
  passkey: string,
): Email =>
  composeEmail(recipient, {
    subject: message("A passkey was added to your {community} account"),
    paragraphs: [
      message("The passkey “{passkey}” can now sign in to your account without your password."),
      NOT_YOU,
    ],
    values: { community: community.name, passkey },
  });

export const passkeyRemovedEmail = (
  community: CommunityName,
  recipient: Recipient,
  passkey: string,
): Email =>
  composeEmail(recipient, {
    subject: message("A passkey was removed from your {community} account"),
    paragraphs: [
      message("The passkey “{passkey}” can no longer sign in to your account."),
      NOT_YOU,
    ],
    values: { community: community.name, passkey },
  });

export function secondFactorOnEmail(community: CommunityName, recipient: Recipient): Email {
  return composeEmail(recipient, {
    subject: message("Your {community} account now needs a code to sign in"),
    paragraphs: [
      message(
        "You set up an authenticator app. From now on, we ask for its code after your password. Your other devices were signed out.",
      ),
      message(
        "Keep your recovery codes in a safe place. Each one works once if you lose your phone.",
      ),
      NOT_YOU,
    ],
    values: { community: community.name },
  });
}

export function secondFactorOffEmail(community: CommunityName, recipient: Recipient): Email {
  return composeEmail(recipient, {
    subject: message("Your {community} account no longer needs a code to sign in"),
    paragraphs: [
      message(
        "The authenticator app was removed from your account, and its recovery codes no longer work.",
      ),
      NOT_YOU,
    ],
    values: { community: community.name },
  });
}

export const recoveryCodeUsedEmail = (
  community: CommunityName,
  recipient: Recipient,
  left: number,
): Email =>
  composeEmail(recipient, {
    subject: message("A recovery code of your {community} account was used"),
    paragraphs: [
      message(
        "{left, plural, =0 {It was your last one.} one {You have # code left.} other {You have # codes left.}}",
      ),
      NOT_YOU,
    ],
    values: { community: community.name, left },
  });

export function recoveryCodesRenewedEmail(community: CommunityName, recipient: Recipient): Email {
  return composeEmail(recipient, {
    subject: message("Your {community} account has new recovery codes"),
    paragraphs: [message("The recovery codes from before no longer work."), NOT_YOU],
    values: { community: community.name },
  });
}

/** Names no address, because either reader may be a thief. */
export const emailLostEmail = (community: CommunityName, recipient: Recipient): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account no longer uses this e-mail address"),
    paragraphs: [
      message(
        "The change to this e-mail address was undone. Your account uses the address before it again, and all devices were signed out.",
      ),
      message(
        "If this wasn't you, someone else can read e-mails sent to that address. Please tell the team of {community} right away.",
      ),
    ],
    values: { community: community.name },
  });
