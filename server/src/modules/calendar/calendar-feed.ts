import { ReminderMinutes, type CalendarFeed } from "@commonlane/contract/calendar";
import { message } from "@commonlane/contract/message";
import { siteUrl } from "#modules/accounts/index.ts";
import { emailOwner, NOT_YOU } from "#platform/account-access/owner-emails.ts";
import { type Context, transaction } from "#platform/context.ts";
import { lockCaller } from "#platform/db/locks.ts";
import { createSecret, hashSecret } from "#platform/hashes.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import type { Caller, Exchange } from "#platform/http/endpoints/exchange.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  deleteFeed,
  type FeedRow,
  findFeed,
  findFeedByToken,
  recordRead,
  replaceFeed,
  setReminder,
} from "./calendar-feed.store.ts";
import { renderRides } from "./ride-calendar.ts";

export async function getFeed(ctx: Context, uid: string): Promise<{ feed: CalendarFeed | null }> {
  const row = await findFeed(ctx, uid);
  return { feed: row ? viewFeed(row) : null };
}

/**
 * Creates the feed, or replaces its URL, and e-mails the owner. Only the hash of the token is stored.
 *
 * @throws Problem signed_out
 */
export async function createFeed(
  ctx: Context,
  caller: Caller,
  reminderMin: number | null,
): Promise<CalendarFeed & { url: string }> {
  const { uid } = caller;
  const token = createSecret();
  const row = await transaction(ctx, async (ctx) => {
    await lockCaller(ctx, caller);
    const community = ctx.community.name;
    await emailOwner(ctx, uid, (recipient) =>
      composeEmail(recipient, {
        subject: message("Your {community} account has a new calendar feed"),
        paragraphs: [
          message(
            "Anyone who has its address sees your rides, with exact places. An earlier address no longer works.",
          ),
          NOT_YOU,
        ],
        values: { community },
      }),
    );
    return replaceFeed(ctx, {
      uid,
      tokenHash: hashToken(token),
      reminderMin,
    });
  });
  return {
    ...viewFeed(row),
    url: `${siteUrl(ctx.settings)}/api/calendar-feeds/${token}/rides.ics`,
  };
}

export async function changeFeed(
  ctx: Context,
  uid: string,
  reminderMin: number | null,
): Promise<CalendarFeed> {
  const row = await setReminder(ctx, uid, reminderMin);
  if (!row) throw new Problem("not_found");
  return viewFeed(row);
}

export async function revokeFeed(ctx: Context, uid: string): Promise<{ success: true }> {
  if (!(await deleteFeed(ctx, uid))) throw new Problem("not_found");
  return { success: true };
}

/** The feed as calendar apps read it. Each feed has a limit of its own, no matter who reads it. */
export async function readFeed(
  ctx: Context,
  token: string,
  exchange: Pick<Exchange, "countSecret">,
): Promise<Uint8Array> {
  const feed = await findFeedByToken(ctx, hashToken(token));
  await exchange.countSecret(feed?.uid);
  if (!feed) throw new Problem("not_found");
  await recordRead(ctx, feed);
  return (
    await renderRides(ctx, {
      uid: feed.uid,
      reminderMinutes: feed.reminder_min,
    })
  ).bytes;
}

const hashToken = (token: string): string => hashSecret("calendar", token);

function viewFeed({ created_at, read_at, reminder_min }: FeedRow): CalendarFeed {
  return {
    createdAt: created_at.toISOString(),
    readAt: read_at?.toISOString() ?? null,
    reminderMinutes: ReminderMinutes.parse(reminder_min),
  };
}
