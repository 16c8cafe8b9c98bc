import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { MessageRow } from "./messages.store.ts";

const CONTEXT_MESSAGES = 10;

/** A message and the few before it that this user may read, oldest first; empty if the message does not exist. */
export async function messageWithContext(
  { db }: Context,
  messageId: string,
  uid: string,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select line.* from message asked
      join conversation_member me on me.conversation_id = asked.conversation_id
        and me.uid = ${uid}
      join message line on line.conversation_id = asked.conversation_id
        and line.ordinal between asked.ordinal - ${CONTEXT_MESSAGES}::int and asked.ordinal
    where asked.id = ${messageId} and asked.kind <> 'note'
      and asked.ordinal <= coalesce(me.left_ordinal, asked.ordinal)
    order by line.ordinal`.execute(db);
  return rows;
}

/** At most ten messages that followed this one until then, oldest first. */
export async function findMessagesAfter(
  { db }: Context,
  messageId: string,
  until: Date,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select line.*
    from message asked
    join message line on line.conversation_id = asked.conversation_id
      and line.ordinal > asked.ordinal
      and line.sent_at <= ${until}
      and line.kind <> 'note'
    where asked.id = ${messageId}
    order by line.ordinal
    limit ${CONTEXT_MESSAGES}`.execute(db);
  return rows;
}

interface ReadableMessages {
  readonly conversationId: string;
  readonly readerUid: string;
  /** Another member. */
  readonly otherUid: string;
}

/**
 * The latest messages of a conversation that its member may read, oldest first; empty if one of the two is not a
 * member.
 */
export async function findMessagesForReader(
  { db }: Context,
  { conversationId, readerUid, otherUid }: ReadableMessages,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select line.* from conversation_member me
      join conversation_member other
        on other.conversation_id = me.conversation_id
        and other.uid = ${otherUid}
      join message line on line.conversation_id = me.conversation_id
        and line.kind <> 'note'
        and line.ordinal <= coalesce(me.left_ordinal, line.ordinal)
    where me.conversation_id = ${conversationId} and me.uid = ${readerUid}
    order by line.ordinal desc limit ${CONTEXT_MESSAGES}`.execute(db);
  return rows.toReversed();
}
