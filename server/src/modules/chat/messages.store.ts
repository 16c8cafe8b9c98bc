import { type RawBuilder, type Selectable, sql, type SqlBool } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type MessageRow = Selectable<Schema["message"]>;
/** A new message; its ordinal is assigned on insert. */
export type NewMessageRow = Omit<MessageRow, "id" | "ordinal" | "sent_at" | "note"> & {
  readonly sender_id: string;
};

/** True for the stored message with the sender, conversation and client id of a given row. Uses the unique index. */
export function isSameMessage(stored: string, given: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    (${sql.ref(stored)}.sender_id = ${sql.ref(given)}.sender_id
      and ${hashOf(stored)} = ${hashOf(given)})`;
}

const hashOf = (row: string) =>
  sql`
    hashtextextended(
      ${sql.ref(row)}.conversation_id::text || ' ' || ${sql.ref(row)}.client_id,
      0)`;

/** Messages that are already stored under the same client ids. */
export async function findStoredMessages(
  { db }: Context,
  messages: readonly NewMessageRow[],
): Promise<MessageRow[]> {
  if (messages.length === 0) return [];
  const pluck = (select: (message: NewMessageRow) => string) => messages.map(select);
  const { rows } = await sql<MessageRow>`
    ${PREPARED}
    select message.*
    from message
    join unnest(
      ${pluck((message) => message.conversation_id)}::uuid[],
      ${pluck((message) => message.sender_id)}::uuid[],
      ${pluck((message) => message.client_id)}::text[])
      as input (conversation_id, sender_id, client_id)
      on ${isSameMessage("message", "input")}`.execute(db);
  return rows;
}

/**
 * Appends messages to locked conversations in order. Returns the new ones, without those already stored under the same
 * client id. Each client id may occur once.
 */
export async function appendMessages(
  { db, now }: InTransaction,
  messages: readonly NewMessageRow[],
): Promise<MessageRow[]> {
  if (messages.length === 0) return [];
  const json = JSON.stringify(
    messages.map((message, n) => ({
      ...message,
      n,
    })),
  );
  const { rows } = await sql<MessageRow>`
    ${PREPARED}
    with line as (
      select *,
        row_number() over (partition by conversation_id order by n) as nth
      from jsonb_to_recordset(${json}::jsonb)
        as line (
          n int, conversation_id uuid, sender_id uuid, client_id text,
          kind text, text text, masked_text text, hidden text[], place jsonb)
      where (
        select id
        from message as known
        where ${isSameMessage("known", "line")}) is null),
      counted as (
        update conversation
        set last_ordinal = last_ordinal + result.many, last_at = ${now()}
        from (
          select conversation_id, count(*)::int as many
          from line
          group by conversation_id) as result
        where id = conversation_id
        returning id, last_ordinal - many as before, last_at)
    insert into message (
      conversation_id, ordinal, sender_id, client_id, kind, text, masked_text,
      hidden, place, sent_at)
    select conversation_id, before + nth, sender_id, client_id, kind, text,
      masked_text, hidden, place, last_at
    from line
    join counted on id = conversation_id
    order by n
    returning *`.execute(db);
  return rows;
}

/** Messages in a range of ordinals, newest first. */
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

/** The messages at given ordinals of conversations. */
export async function findMessagesAt(
  { db }: Context,
  positions: readonly {
    conversationId: string;
    ordinal: number;
  }[],
): Promise<MessageRow[]> {
  if (positions.length === 0) return [];
  const { rows } = await sql<MessageRow>`
    select message.*
    from message
    join unnest(
      ${positions.map(({ conversationId }) => conversationId)}::uuid[],
      ${positions.map(({ ordinal }) => ordinal)}::int[])
      as input (conversation_id, ordinal) using (conversation_id, ordinal)`.execute(db);
  return rows;
}

/** Messages that contain the words. A user who left a conversation only finds messages from before. */
export async function searchMessages(
  { db }: Context,
  uid: string,
  {
    words,
    limit,
    beforeId,
  }: {
    words: string;
    limit: number;
    beforeId: string | undefined;
  },
): Promise<MessageRow[]> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const older = beforeId === undefined ? sql`true` : sql`message.id < ${beforeId}::uuid`;
  // Search the masked text if the reader sees that, so that hidden details cannot be found by guessing.
  const { rows } = await sql<MessageRow>`
    with mine as materialized (
      select c.id, me.left_ordinal, c.kind = 'ride' or exists (
        select 1 from seat_request join ride on ride.id = seat_request.ride_id
        where ${isConfirmedBooking}
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
 * Moves a member's mark to a message they may read; marks never go back. Returns the new mark, null if it did not move,
 * or undefined if the message is not readable for them.
 */
export async function advanceMark(
  { db }: InTransaction,
  {
    conversationId,
    uid,
    messageId,
    mark,
  }: {
    conversationId: string;
    uid: string;
    messageId: string;
    mark: Mark;
  },
): Promise<{ upTo: number | null } | undefined> {
  const { rows } = await sql<{ upTo: number | null }>`${PREPARED}
    with input as (
      select message.conversation_id, me.uid, ordinal from message
        join conversation_member me
          on me.conversation_id = message.conversation_id
      where message.id = ${messageId}
        and message.conversation_id = ${conversationId}
        and me.uid = ${uid}
        and ordinal <= coalesce(left_ordinal, ordinal)),
    moved as (
      update conversation_member
      set delivered_ordinal = greatest(delivered_ordinal, ordinal),
        read_ordinal = case
          when ${mark === "read"} then greatest(read_ordinal, ordinal)
          else read_ordinal end
      from input
      where conversation_member.conversation_id = input.conversation_id
        and conversation_member.uid = input.uid
        and ordinal > case
          when ${mark === "read"} then read_ordinal
          else delivered_ordinal end
      returning ordinal)
    select (select ordinal from moved) as "upTo" from input`.execute(db);
  return rows[0];
}

/** Users who are in a conversation now. */
export async function findCurrentMembers(
  { db }: Context,
  conversationId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation_member")
    .select("uid")
    .where("conversation_id", "=", conversationId)
    .where("left_ordinal", "is", null)
    .execute();
  return rows.map(({ uid }) => uid);
}
