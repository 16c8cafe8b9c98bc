import { sql } from "kysely";
import { haveSharedBooking, areRestricted } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";

/** A conversation with the data that all members share. */
export interface ConversationRow {
  readonly id: string;
  readonly kind: "direct" | "ride";
  readonly ride_id: string | null;
  readonly last_ordinal: number;
  readonly last_at: Date;
  readonly members: readonly ConversationMemberRow[];
  /** Arrival of its ride; null for direct conversations. */
  readonly arrives_at: Date | null;
  /** True if the two users have had a confirmed booking; always true for ride conversations. */
  readonly acquainted: boolean;
  /** True if one of the two blocked the other or is suspended. Ride conversations stay open to all members. */
  readonly parted: boolean;
}
export interface ConversationMemberRow {
  readonly uid: string;
  readonly delivered_ordinal: number;
  readonly read_ordinal: number;
  readonly left_ordinal: number | null;
}
/** A conversation with one member's own settings. */
export interface OwnConversationRow extends ConversationRow {
  readonly muted: boolean;
  readonly unread: number;
}

/** Counting stops here per conversation. */
const MAX_UNREAD = 1000;

const ACQUAINTED = sql<boolean>`(c.kind = 'ride' or ${haveSharedBooking(sql`c.first_uid`, sql`c.second_uid`)})`;
const PARTED = sql<boolean>`(c.kind = 'direct' and ${areRestricted(sql`c.first_uid`, sql`c.second_uid`)})`;
const CONVERSATION = sql`c.id, c.kind, c.ride_id, c.last_ordinal, c.last_at, ${ACQUAINTED} as acquainted, ${PARTED} as parted,
  case when c.kind = 'ride' then (select ride.arrives_at from ride where ride.id = c.ride_id) end as arrives_at,
  (select json_agg(json_build_object('uid', uid, 'delivered_ordinal', delivered_ordinal, 'read_ordinal', read_ordinal,
      'left_ordinal', left_ordinal) order by uid)
    from conversation_member where conversation_id = c.id) as members`;
const UNREAD = sql`(select count(*) from (
  select 1
  from message
  where message.conversation_id = me.conversation_id
    and ordinal > me.read_ordinal
    and ordinal <= coalesce(me.left_ordinal, ordinal)
    and sender_id is distinct from me.uid
    and kind <> 'note'
  limit ${MAX_UNREAD}) as waiting)`;
const OWN_CONVERSATION = sql`select ${CONVERSATION}, me.muted, ${UNREAD} as unread
  from conversation_member me join conversation c on c.id = me.conversation_id`;

/** Undefined if the conversation does not exist or the user is not a member. */
export async function findConversation(
  { db }: Context,
  id: string,
  uid: string,
): Promise<OwnConversationRow | undefined> {
  const { rows } = await sql<OwnConversationRow>`
      ${PREPARED} ${OWN_CONVERSATION}
      where c.id = ${id} and me.uid = ${uid}`.execute(db);
  return rows[0];
}

/** A ride's conversation, for one of its members. */
export async function findRideConversation(
  { db }: Context,
  rideId: string,
  uid: string,
): Promise<OwnConversationRow | undefined> {
  const { rows } = await sql<OwnConversationRow>`
    ${OWN_CONVERSATION}
    where c.ride_id = ${rideId} and c.kind = 'ride' and me.uid = ${uid}`.execute(db);
  return rows[0];
}

/** Position after a page of the list. */
export interface ConversationCursor {
  readonly at: string;
  readonly id: string;
}

/** A user's conversations, latest message first. Empty conversations are only visible to the user who opened them. */
export async function listConversations(
  { db }: Context,
  uid: string,
  {
    limit,
    after,
  }: {
    limit: number;
    after: ConversationCursor | undefined;
  },
): Promise<OwnConversationRow[]> {
  const older = after
    ? sql`(c.last_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<OwnConversationRow>`
    ${OWN_CONVERSATION}
    where me.uid = ${uid}
      and (c.last_ordinal > 0 or c.opened_by = ${uid})
      and ${older}
    order by c.last_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Number of unread messages in conversations that are not muted. */
export async function countUnread({ db }: Context, uid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`${PREPARED}
    select coalesce(sum(${UNREAD}), 0)::int as count
    from conversation_member me
    where me.uid = ${uid} and not me.muted`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Locks conversations until the transaction ends, then reads them by id. Only the holder of the lock appends messages,
 * so they have one order; senders lock before any write, so that events have the same order.
 */
export async function lockConversations(
  { db }: InTransaction,
  ids: readonly string[],
): Promise<Map<string, ConversationRow>> {
  // Advisory locks, because waiting for row locks would assign the transaction id, by which events are ordered, too
  // early.
  await sql`
    ${PREPARED}
    select pg_advisory_xact_lock(hashtextextended(id::text, 0))
    from (
      select distinct id
      from unnest(${ids}::uuid[]) as asked (id)
      order by id) as asked`.execute(db);
  // A separate statement: the one that waited for the lock still has the old snapshot.
  const { rows } = await sql<ConversationRow>`${PREPARED}
    select ${CONVERSATION}
    from conversation c
    where c.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((conversation) => [conversation.id, conversation]));
}

/** The direct conversation of two users about a ride or about none; created if missing. */
export async function ensureDirectConversation(
  { db, now }: InTransaction,
  {
    opener,
    other,
    rideId,
  }: {
    opener: string;
    other: string;
    rideId: string | null;
  },
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

function addMembers(db: Context["db"], conversationId: string, uids: readonly string[]) {
  return db
    .insertInto("conversation_member")
    .values(
      uids.map((uid) => ({
        conversation_id: conversationId,
        uid,
        left_ordinal: null,
      })),
    )
    .execute();
}

/** Returns true if the setting changed. */
export async function setMuted(
  { db }: Context,
  {
    conversationId,
    uid,
    muted,
  }: {
    conversationId: string;
    uid: string;
    muted: boolean;
  },
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
