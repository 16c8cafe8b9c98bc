import { recipientAt } from "../accounts.store.ts";
import { DAY_MS } from "@commonlane/contract/durations";
import { message } from "@commonlane/contract/message";
import { endAccess } from "#platform/account-access/account-access.ts";
import type { Community } from "#platform/community/community.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { formatDay } from "#platform/i18n/formats.ts";
import { composeEmail, type Recipient } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { recordAccountEvents } from "../account-events.ts";
import {
  findDormantAccounts,
  markDeletionScheduled,
  clearScheduledDeletion,
} from "../account-changes.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { siteUrl } from "../tokens/id-tokens.ts";

interface AccountToDelete {
  readonly uid: string;
  readonly email: string;
}

/**
 * Hides the user from others, ends their sessions and returns when the account will be deleted unless they sign in
 * before. Returns undefined if deletion was scheduled already.
 */
export async function scheduleDeletion(
  ctx: InTransaction,
  account: AccountToDelete,
  client: ClientInfo,
): Promise<Date | undefined> {
  const { uid, email } = account;
  const eraseAt = daysFromNow(ctx, ctx.settings.DELETION_GRACE_DAYS);
  if (
    !(await markDeletionScheduled(ctx, {
      uid,
      cause: "requested",
      eraseAt,
    }))
  )
    return undefined;
  await recordAccountEvents(ctx, {
    uid,
    kind: "deletion-asked",
    client,
  });
  await endAccess(ctx, "deletion", {
    uid,
    reason: "deletion requested",
    client,
  });
  await ctx.mail.send(
    ctx,
    deletionScheduledEmail(ctx.community, await recipientAt(ctx, email), {
      eraseAt,
      url: siteUrl(ctx.settings),
    }),
  );
  return eraseAt;
}

const BATCH = 50;

/**
 * Schedules a batch of accounts unused for DORMANT_AFTER_DAYS for deletion and e-mails their owners. `more` is true if
 * there may be more.
 */
export async function scheduleDormantDeletions(
  ctx: InTransaction,
): Promise<{ uids: string[]; more: boolean }> {
  const { DORMANT_AFTER_DAYS, DORMANT_GRACE_DAYS } = ctx.settings;
  if (DORMANT_AFTER_DAYS === 0)
    return {
      uids: [],
      more: false,
    };
  const accounts = await findDormantAccounts(ctx, daysFromNow(ctx, -DORMANT_AFTER_DAYS), BATCH);
  const eraseAt = daysFromNow(ctx, DORMANT_GRACE_DAYS);
  for (const { uid, email } of accounts) {
    await markDeletionScheduled(ctx, {
      uid,
      cause: "dormant",
      eraseAt,
    });
    await endAccess(ctx, "deletion", {
      uid,
      reason: "inactive",
    });
    await ctx.mail.send(
      ctx,
      dormantAccountEmail(ctx.community, await recipientAt(ctx, email), {
        eraseAt,
        url: siteUrl(ctx.settings),
      }),
    );
  }
  return {
    uids: accounts.map(({ uid }) => uid),
    more: accounts.length === BATCH,
  };
}

/** Cancels the deletion and e-mails the owner; returns false if none was scheduled or the account is gone. */
export function cancelDeletion(ctx: Context, uid: string, client: ClientInfo): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const email = await clearScheduledDeletion(ctx, uid);
    if (email === undefined) return false;
    await recordAccountEvents(ctx, {
      uid,
      kind: "deletion-undone",
      client,
    });
    await ctx.mail.send(ctx, deletionCancelledEmail(ctx.community, await recipientAt(ctx, email)));
    return true;
  });
}

function daysFromNow({ now }: Context, days: number) {
  return new Date(now().getTime() + days * DAY_MS);
}

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

const deletionScheduledEmail = (
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

const dormantAccountEmail = (
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

const deletionCancelledEmail = (community: CommunityName, recipient: Recipient): Email =>
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
