import { sql } from "kysely";
import { haveSharedBooking, areRestricted } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";

/** A conversation as everybody in it shares it. */
export interface ConversationRow {
  readonly id: string;
  readonly kind: "direct" | "ride";
  readonly ride_id: string | null;
  readonly last_ordinal: number;
  readonly last_at: Date;
  readonly members: readonly ConversationMemberRow[];
  /** When its ride arrives; null for one of two people. */
  readonly arrives_at: Date | null;
  /** Whether a seat was accepted between the two; always so for those on one ride. */
  readonly acquainted: boolean;
  /** Of two people one blocked the other, or was suspended. What concerns all on a ride stays open to all of them. */
  readonly parted: boolean;
}
export interface ConversationMemberRow {
  readonly uid: string;
  readonly delivered_ordinal: number;
  readonly read_ordinal: number;
  readonly left_ordinal: number | null;
}
/** The same with what is one member's own. */
export interface OwnConversationRow extends ConversationRow {
  readonly muted: boolean;
  readonly unread: number;
}

/** Nobody counts further than this in one conversation. */
const MAX_UNREAD = 1000;

const ACQUAINTED = sql<boolean>`(c.kind = 'ride' or ${haveSharedBooking(sql`c.first_uid`, sql`c.second_uid`)})`;
const PARTED = sql<boolean>`(c.kind = 'direct' and ${areRestricted(sql`c.first_uid`, sql`c.second_uid`)})`;
const CONVERSATION = sql`c.id, c.kind, c.ride_id, c.last_ordinal, c.last_at, ${ACQUAINTED} as acquainted, ${PARTED} as parted,
  case when c.kind = 'ride' then (select ride.arrives_at from ride where ride.id = c.ride_id) end as arrives_at,
  (select json_agg(json_build_object('uid', uid, 'delivered_ordinal', delivered_ordinal, 'read_ordinal', read_ordinal,
      'left_ordinal', left_ordinal) order by uid)
    from conversation_member where conversation_id = c.id) as members`;
const UNREAD = sql`(select count(*) from (
  select 1 from message where message.conversation_id = me.conversation_id and ordinal > me.read_ordinal
    and ordinal <= coalesce(me.left_ordinal, ordinal) and sender_id is distinct from me.uid and kind <> 'note'
  limit ${MAX_UNREAD}) as waiting)`;
const OWN_CONVERSATION = sql`select ${CONVERSATION}, me.muted, ${UNREAD} as unread
  from conversation_member me join conversation c on c.id = me.conversation_id`;

/** Nothing where there is no such conversation, or this person is not in it. */
export async function findConversation(
  { db }: Context,
  id: string,
  uid: string,
): Promise<OwnConversationRow | undefined> {
  const { rows } =
    await sql<OwnConversationRow>`${PREPARED} ${OWN_CONVERSATION} where c.id = ${id} and me.uid = ${uid}`.execute(db);
  return rows[0];
}

/** The conversation of everybody on a ride, for one of them. */
export async function findRideConversation(
  { db }: Context,
  rideId: string,
  uid: string,
): Promise<OwnConversationRow | undefined> {
  const { rows } = await sql<OwnConversationRow>`
    ${OWN_CONVERSATION} where c.ride_id = ${rideId} and c.kind = 'ride' and me.uid = ${uid}`.execute(db);
  return rows[0];
}

/** Where a page of the list ends. */
export interface ConversationCursor {
  readonly at: string;
  readonly id: string;
}

/** A person's conversations, the one written to last first; one that nobody wrote in is seen by who opened it. */
export async function listConversations(
  { db }: Context,
  uid: string,
  { limit, after }: { limit: number; after: ConversationCursor | undefined },
): Promise<OwnConversationRow[]> {
  const older = after ? sql`(c.last_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<OwnConversationRow>`
    ${OWN_CONVERSATION} where me.uid = ${uid} and (c.last_ordinal > 0 or c.opened_by = ${uid}) and ${older}
    order by c.last_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many messages wait for this person where they want to hear of it. */
export async function countUnread({ db }: Context, uid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`${PREPARED}
    select coalesce(sum(${UNREAD}), 0)::int as count from conversation_member me
    where me.uid = ${uid} and not me.muted`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Holds conversations until the transaction ends, and then reads them, by their ids: only who holds one writes into it, so
 * its messages are in one order. A sender holds it before writing anything, so that events come in that order, too.
 */
export async function lockConversations(
  { db }: InTransaction,
  ids: readonly string[],
): Promise<Map<string, ConversationRow>> {
  // Not the rows' own locks: waiting for those draws the transaction's number, by which events are ordered, too early.
  await sql`${PREPARED} select pg_advisory_xact_lock(hashtextextended(id::text, 0)) from (
    select distinct id from unnest(${ids}::uuid[]) as asked (id) order by id) as asked`.execute(db);
  // A statement of its own: the one that waited would still see the members as they were before.
  const { rows } = await sql<ConversationRow>`${PREPARED}
    select ${CONVERSATION} from conversation c where c.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((conversation) => [conversation.id, conversation]));
}

/** The conversation of two people about a ride, or about none; made where there is none yet. */
export async function ensureDirectConversation(
  { db, now }: InTransaction,
  { opener, other, rideId }: { opener: string; other: string; rideId: string | null },
): Promise<string> {
  const [first, second] = opener < other ? [opener, other] : [other, opener];
  const created = await db
    .insertInto("conversation")
    .values({
      kind: "direct",
      ride_id: rideId,
      first_uid: first,
      second_uid: second,
      opened_by: opener,
      last_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) await addMembers(db, created.id, [first, second]);
  if (created) return created.id;
  const { id } = await db
    .selectFrom("conversation")
    .select("id")
    .where("kind", "=", "direct")
    .where("first_uid", "=", first)
    .where("second_uid", "=", second)
    .where("ride_id", rideId === null ? "is" : "=", rideId)
    .executeTakeFirstOrThrow();
  return id;
}

const addMembers = (db: Context["db"], conversationId: string, uids: readonly string[]) =>
  db
    .insertInto("conversation_member")
    .values(uids.map((uid) => ({ conversation_id: conversationId, uid, left_ordinal: null })))
    .execute();

/** True when that is a change. */
export async function setMuted(
  { db }: Context,
  { conversationId, uid, muted }: { conversationId: string; uid: string; muted: boolean },
): Promise<boolean> {
  const changed = await db
    .updateTable("conversation_member")
    .set({ muted })
    .where("conversation_id", "=", conversationId)
    .where("uid", "=", uid)
    .where("muted", "<>", muted)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
