import { type Selectable, sql } from "kysely";
import { isAgreed } from "#modules/safety/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { OFTEN } from "#platform/db/often.ts";
import type { Schema } from "#platform/db/schema.ts";

export type MessageRow = Selectable<Schema["message"]>;
/** A line to be kept; its place in the conversation is given to it. */
export type NewLine = Omit<MessageRow, "id" | "ordinal" | "sent_at">;

/** What this sender has kept under that name. */
export async function findSent(
  { db }: Context,
  { conversationId, senderUid, clientId }: { conversationId: string; senderUid: string; clientId: string },
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`${OFTEN}
    select * from message
    where conversation_id = ${conversationId} and sender_id = ${senderUid} and client_id = ${clientId}`.execute(db);
  return rows[0];
}

/** Keeps a line as the newest of its conversation, which the transaction must hold. */
export async function appendLine({ db, now }: InTransaction, line: NewLine): Promise<MessageRow> {
  const place = line.place && JSON.stringify(line.place);
  const { rows } = await sql<MessageRow>`${OFTEN}
    with counted as (
      update conversation set last_ordinal = last_ordinal + 1, last_at = ${now()} where id = ${line.conversation_id}
      returning id, last_ordinal, last_at)
    insert into message
      (conversation_id, ordinal, sender_id, client_id, kind, text, masked_text, hidden, place, note, sent_at)
    select id, last_ordinal, ${line.sender_id}::uuid, ${line.client_id}, ${line.kind}, ${line.text},
      ${line.masked_text}, ${line.hidden}::text[], ${place}::jsonb, ${line.note}, last_at
    from counted returning *`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A line has lost its conversation.");
  return row;
}

/** Those from one ordinal to another, newest first. */
export function listMessages(
  { db }: Context,
  conversationId: string,
  { downTo, upTo }: { downTo: number; upTo: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom("message")
    .selectAll()
    .where("conversation_id", "=", conversationId)
    .where("ordinal", ">=", downTo)
    .where("ordinal", "<=", upTo)
    .orderBy("ordinal", "desc")
    .execute();
}

/** The messages at these ordinals, each in its conversation. */
export async function messagesAt(
  { db }: Context,
  places: readonly { conversationId: string; ordinal: number }[],
): Promise<MessageRow[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<MessageRow>`
    select message.* from message join unnest(${places.map(({ conversationId }) => conversationId)}::uuid[],
      ${places.map(({ ordinal }) => ordinal)}::int[]) as asked (conversation_id, ordinal)
      using (conversation_id, ordinal)`.execute(db);
  return rows;
}

/** A message that holds the words and its reader, who may be in the conversation for a part of it only. */
export async function searchMessages(
  { db }: Context,
  uid: string,
  { words, limit, beforeId }: { words: string; limit: number; beforeId: string | undefined },
): Promise<MessageRow[]> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const older = beforeId === undefined ? sql`true` : sql`message.id < ${beforeId}::uuid`;
  // What is hidden from the reader must not be found by guessing at it, either.
  const { rows } = await sql<MessageRow>`
    with mine as materialized (
      select c.id, me.left_ordinal, c.kind = 'ride' or exists (
        select 1 from seat_request join ride on ride.id = seat_request.ride_id
        where ${isAgreed}
          and ((seeker_id = c.first_uid and host_id = c.second_uid) or (seeker_id = c.second_uid and host_id = c.first_uid))
      ) as acquainted
      from conversation_member me join conversation c on c.id = me.conversation_id where me.uid = ${uid})
    select message.* from mine join message on message.conversation_id = mine.id
    where ordinal <= coalesce(left_ordinal, ordinal) and message.kind <> 'note' and ${older}
      and case when acquainted or sender_id = ${uid} then text else coalesce(masked_text, text) end ilike ${pattern}
    order by message.id desc limit ${limit}`.execute(db);
  return rows;
}

type Mark = "delivered" | "read";

/**
 * Moves a member's mark up to a message that they may read; marks never go back. Gives the new mark, null where it was
 * there already, and nothing where there is no such message for them.
 */
export async function moveMark(
  { db }: InTransaction,
  { conversationId, uid, messageId, mark }: { conversationId: string; uid: string; messageId: string; mark: Mark },
): Promise<{ upTo: number | null } | undefined> {
  const { rows } = await sql<{ upTo: number | null }>`${OFTEN}
    with asked as (
      select message.conversation_id, me.uid, ordinal from message
        join conversation_member me on me.conversation_id = message.conversation_id
      where message.id = ${messageId} and message.conversation_id = ${conversationId} and me.uid = ${uid}
        and ordinal <= coalesce(left_ordinal, ordinal)),
    moved as (
      update conversation_member set delivered_ordinal = greatest(delivered_ordinal, ordinal),
        read_ordinal = case when ${mark === "read"} then greatest(read_ordinal, ordinal) else read_ordinal end
      from asked where conversation_member.conversation_id = asked.conversation_id
        and conversation_member.uid = asked.uid
        and ordinal > case when ${mark === "read"} then read_ordinal else delivered_ordinal end
      returning ordinal)
    select (select ordinal from moved) as "upTo" from asked`.execute(db);
  return rows[0];
}

/** Who is in a conversation now. */
export async function presentMembers({ db }: Context, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation_member")
    .select("uid")
    .where("conversation_id", "=", conversationId)
    .where("left_ordinal", "is", null)
    .execute();
  return rows.map(({ uid }) => uid);
}
