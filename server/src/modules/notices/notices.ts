import { DAY_MS } from "@commonlane/contract/durations";
import type { Notice } from "@commonlane/contract/notices";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import type { Caller } from "#platform/http/route.ts";
import { countUnread, deleteOlder, listNotices, markRead, settleBetween, settleUnread } from "./notices.store.ts";
import { viewNotices } from "./notices.view.ts";

export async function ownNotices(
  ctx: Context,
  { uid }: Caller,
  { limit, cursor }: PageQuery,
): Promise<{ items: Notice[]; nextCursor: string | null }> {
  const rows = await listNotices(ctx, uid, { limit: limit + 1, beforeId: readCursor(z.uuid(), cursor) });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => last.id);
  return { items: await viewNotices(ctx, shown), nextCursor };
}

export const unreadNotices = async (ctx: Context, { uid }: Caller): Promise<{ count: number }> => ({
  count: await countUnread(ctx, uid),
});

/** Marks them as read on all of this person's pages, and says how many are left. */
export function readNotices(
  ctx: Context,
  { uid }: Caller,
  which: Parameters<typeof markRead>[2],
): Promise<{ count: number }> {
  return transaction(ctx, async (ctx) => {
    if (await markRead(ctx, uid, which)) ctx.announce(`user:${uid}`, { type: "notice.changed" });
    return { count: await countUnread(ctx, uid) };
  });
}

/** Two people keep apart from now on: what leads one of them to the other waits for nobody any more. */
export async function settleNoticesBetween(ctx: InTransaction, one: string, other: string): Promise<void> {
  for (const uid of await settleBetween(ctx, one, other)) ctx.announce(`user:${uid}`, { type: "notice.changed" });
}

/** Marks what people were told of conversations that they have read since. */
export async function readNoticesAbout(
  ctx: InTransaction,
  read: readonly { uid: string; conversationId: string }[],
): Promise<void> {
  for (const uid of await settleUnread(ctx, read)) ctx.announce(`user:${uid}`, { type: "notice.changed" });
}

const BATCH = 1000;

/** What is older than `NOTICES_KEPT_DAYS` is forgotten; true when there is more of it. */
export const forgetOldNotices = (ctx: Context): Promise<boolean> =>
  deleteOlder(ctx, new Date(ctx.now().getTime() - ctx.settings.NOTICES_KEPT_DAYS * DAY_MS), BATCH);
