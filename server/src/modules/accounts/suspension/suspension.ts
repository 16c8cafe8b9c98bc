import { message } from "@commonlane/contract/message";
import { recipientAt } from "../accounts.store.ts";
import { endAccess } from "#platform/account-access/account-access.ts";
import type { Community } from "#platform/community/community.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { lockPerson } from "#platform/db/locks.ts";
import { formatDay } from "#platform/i18n/formats.ts";
import { type LocalText, translatorFor } from "#platform/i18n/translate.ts";
import { composeEmail, type Recipient } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { recordAccountEvents } from "../account-events.ts";
import {
  claimUnnotifiedSuspensions,
  clearSuspension,
  markSuspended,
  type SuspensionNotice,
} from "../account-changes.store.ts";

/**
 * Suspends an account until `until`, or indefinitely. Takes effect in every process within a second, like sign-out. The
 * owner sees the reason at sign-in and gets an e-mail. Returns false if it was suspended already.
 */
export function suspendAccount(
  ctx: Context,
  uid: string,
  reason: string,
  { until = null }: { until?: Date | null } = {},
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    // Before anything is marked, so that what is being requested is stored by the time pending requests are ended.
    await lockPerson(ctx, uid);
    if (
      !(await markSuspended(ctx, uid, {
        reason,
        until,
      }))
    )
      return false;
    await recordAccountEvents(ctx, {
      uid,
      kind: "suspended",
      reason,
    });
    await endAccess(ctx, "suspension", {
      uid,
      reason: "suspended",
    });
    return true;
  });
}

/** E-mails the owners of newly suspended accounts, at most `limit`; returns true if there may be more. */
export async function emailSuspensionNotices(ctx: InTransaction, limit: number): Promise<boolean> {
  const unnotified = await claimUnnotifiedSuspensions(ctx, limit);
  const emails = await Promise.all(
    unnotified.map(async ({ email, ...suspension }) =>
      suspensionEmail(ctx.community, await recipientAt(ctx, email), suspension),
    ),
  );
  if (emails.length > 0) await ctx.mail.send(ctx, ...emails);
  return unnotified.length === limit;
}

/** Lets the owner sign in again. Returns false if the account was not suspended. */
export const reinstateAccount = (ctx: Context, uid: string): Promise<boolean> =>
  transaction(ctx, (ctx) => clearSuspension(ctx, uid));

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
function suspensionEmail(
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

/** Shown only to the owner, who has proven it by the password or a session. */
export function suspensionMessage({
  suspended_until: until,
  suspension_reason: reason,
}: {
  suspended_until: Date | null;
  suspension_reason: string | null;
}): LocalText {
  return (language) => {
    const t = translatorFor(language);
    const day = until && formatDay(language, until);
    if (day)
      return reason
        ? t(SUSPENDED_UNTIL_BECAUSE, {
            day,
            reason,
          })
        : t(SUSPENDED_UNTIL, { day });
    return reason ? t(SUSPENDED_BECAUSE, { reason }) : t(SUSPENDED);
  };
}

const SUSPENDED = message("This account has been suspended.");
const SUSPENDED_BECAUSE = message("This account has been suspended: {reason}", {
  comment: "reason: sentences that a moderator wrote.",
});
const SUSPENDED_UNTIL = message("This account has been suspended until {day}.", {
  comment: "day: for example “3 February 2026”.",
});
const SUSPENDED_UNTIL_BECAUSE = message("This account has been suspended until {day}: {reason}", {
  comment: "day: for example “3 February 2026”. reason: sentences that a moderator wrote.",
});
