import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Notification } from "@commonlane/contract/notifications";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  countUnread,
  deleteOlderThan,
  listNotifications,
  markRead,
  markReadBetween,
  markReportRead,
  markUnreadChatRead,
} from "./notifications.store.ts";
import { viewNotifications } from "./notifications.view.ts";

export async function listOwnNotifications(
  ctx: Context,
  { uid }: Caller,
  { limit, cursor }: PageQuery,
): Promise<{
  items: Notification[];
  nextCursor: string | null;
}> {
  const rows = await listNotifications(ctx, uid, {
    limit: limit + 1,
    beforeId: decodeCursor(z.uuid(), cursor),
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => last.id);
  return {
    items: await viewNotifications(ctx, items, callerLanguage(ctx)),
    nextCursor,
  };
}

export const readUnreadCount = async (
  ctx: Context,
  { uid }: Caller,
): Promise<{ count: number }> => ({
  count: await countUnread(ctx, uid),
});

/** Marks notifications as read and returns how many are still unread. */
export function markNotificationsRead(
  ctx: Context,
  { uid }: Caller,
  selection: Parameters<typeof markRead>[2],
): Promise<{ count: number }> {
  return transaction(ctx, async (ctx) => {
    if (await markRead(ctx, uid, selection))
      ctx.publish(`user:${uid}`, { type: "notification.changed" });
    return { count: await countUnread(ctx, uid) };
  });
}

/** Hides contact notifications of two users who may no longer contact each other. */
export async function markNotificationsReadBetween(
  ctx: InTransaction,
  firstUid: string,
  secondUid: string,
): Promise<void> {
  for (const uid of await markReadBetween(ctx, firstUid, secondUid))
    ctx.publish(`user:${uid}`, { type: "notification.changed" });
}

/** Marks unread-message notifications as read once the conversation is read. */
export async function markChatNotificationsRead(
  ctx: InTransaction,
  read: readonly {
    uid: string;
    conversationId: string;
  }[],
): Promise<void> {
  for (const uid of await markUnreadChatRead(ctx, read))
    ctx.publish(`user:${uid}`, { type: "notification.changed" });
}

/** Marks the notifications of these moderators about a report as read, so that they are not sent any more. */
export async function markReportNotificationsRead(
  ctx: InTransaction,
  uids: readonly string[],
  reportId: string,
): Promise<void> {
  for (const uid of await markReportRead(ctx, uids, reportId))
    ctx.publish(`user:${uid}`, { type: "notification.changed" });
}

const BATCH = 1000;

/** Deletes notifications older than `NOTIFICATION_RETENTION_DAYS`. Returns true if more may remain. */
export const deleteOldNotifications = (ctx: Context): Promise<boolean> =>
  deleteOlderThan(
    ctx,
    new Date(ctx.now().getTime() - ctx.settings.NOTIFICATION_RETENTION_DAYS * DAY_MS),
    BATCH,
  );
