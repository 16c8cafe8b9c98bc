import { sql } from "kysely";
import type { InTransaction } from "#platform/context.ts";
import { DAY_MS } from "@commonlane/contract/durations";

const BATCH = 200;

/** A message that another user sent to this user. */
export interface NewestMessage {
  readonly uid: string;
  readonly conversationId: string;
  readonly ordinal: number;
}
/** Unread messages of a user that they have not been notified of since they last read. */
export interface UnreadConversation {
  readonly uid: string;
  readonly conversation_id: string;
  readonly read_ordinal: number;
  /** Null for direct conversations. */
  readonly ride_id: string | null;
  /** Sender of the first unread message. */
  readonly sender_id: string | null;
}

/**
 * Claims unread, unmuted messages without a notification, and marks them notified. A concurrent read waits for this
 * transaction, so that it can mark the notification as read.
 */
export async function claimUnread(
  { db }: InTransaction,
  messages: readonly NewestMessage[],
): Promise<UnreadConversation[]> {
  if (messages.length === 0) return [];
  const { rows } = await sql<UnreadConversation>`
    with claimed as (
      update conversation_member me set notified_up_to = read_ordinal
      from unnest(${messages.map(({ uid }) => uid)}::uuid[], ${messages.map(({ conversationId }) => conversationId)}::uuid[],
        ${messages.map(({ ordinal }) => ordinal)}::int[]) as written (uid, conversation_id, ordinal)
      where me.uid = written.uid and me.conversation_id = written.conversation_id
        and not me.muted and me.left_ordinal is null and me.read_ordinal < written.ordinal
        and me.notified_up_to is distinct from me.read_ordinal
      returning me.uid, me.conversation_id, me.read_ordinal)
    select claimed.*, case when kind = 'ride' then ride_id end as ride_id, (
      select sender_id from message where message.conversation_id = claimed.conversation_id
        and ordinal > claimed.read_ordinal and sender_id is distinct from claimed.uid and kind <> 'note'
      order by ordinal limit 1) as sender_id
    from claimed join conversation on conversation.id = claimed.conversation_id
    order by uid, conversation_id`.execute(db);
  return rows;
}

/** Deletes inactive conversations, except those of upcoming rides; returns true if there may be more. */
export async function deleteInactiveConversations(ctx: InTransaction): Promise<boolean> {
  const { MESSAGE_RETENTION_DAYS } = ctx.settings;
  if (MESSAGE_RETENTION_DAYS === 0) return false;
  const inactiveSince = new Date(ctx.now().getTime() - MESSAGE_RETENTION_DAYS * DAY_MS);
  const { numAffectedRows = 0n } = await sql`
    delete from conversation where id in (
      select conversation.id
      from conversation
      left join ride on ride.id = ride_id
      where last_at < ${inactiveSince}
        and coalesce(ride.arrives_at < ${ctx.now()}, true)
      limit ${BATCH})
      -- One in which someone has just written stays.
      and last_at < ${inactiveSince}`.execute(ctx.db);
  return numAffectedRows >= BATCH;
}
