import type { Message } from "@commonlane/contract/chat";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { isSameMessage } from "./messages.store.ts";

/** A system message about a ride, with a unique name. */
export interface NewNote {
  readonly rideId: string;
  /** The user it is about. */
  readonly about: string;
  readonly name: string;
  readonly note: NonNullable<Message["note"]>;
  readonly text: string;
}

/** A ride's conversation while events are applied to it. */
export interface RideConversation {
  readonly id: string;
  readonly last_ordinal: number;
  /** Current and former members, with the last ordinal that former members can read. */
  readonly members: Map<string, number | null>;
  /** Changes to save: membership, and new notes after the last message. */
  readonly membershipChanges: Map<string, number | null>;
  readonly newNotes: NewNote[];
}

/** Locks the conversations of these rides like `lockConversations`. Returns the rides that have one. */
export async function lockRideConversations(
  { db }: InTransaction,
  rideIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ ride_id: string }>`
    ${PREPARED}
    select ride_id, pg_advisory_xact_lock(hashtextextended(id::text, 0))
    from (
      select id, ride_id
      from conversation
      where kind = 'ride' and ride_id = any(${rideIds}::uuid[])
      order by id) as known`.execute(db);
  return new Set(rows.map(({ ride_id }) => ride_id));
}

/** Creates conversations for rides without one, with the host as member. */
export async function createRideConversations(
  { db, now }: InTransaction,
  rides: readonly { id: string; host_id: string }[],
): Promise<void> {
  if (rides.length === 0) return;
  await sql`${PREPARED}
    with input as (
      select ride_id, host_id
      from unnest(
        ${rides.map(({ id }) => id)}::uuid[],
        ${rides.map(({ host_id }) => host_id)}::uuid[])
        as given (ride_id, host_id)),
    made as (
      insert into conversation (kind, ride_id, last_at)
      select 'ride', ride_id, ${now()}::timestamptz
      from input
      on conflict do nothing returning id, ride_id)
    insert into conversation_member (conversation_id, uid)
    select made.id, host_id
    from made
    join input using (ride_id)`.execute(db);
}

/** Names of the notes that already exist. */
export async function findExistingNotes(
  { db }: Context,
  notes: readonly NewNote[],
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`${PREPARED}
    select input.client_id as name from (
      select conversation.id as conversation_id, note.sender_id, note.client_id
      from unnest(${notes.map(({ rideId }) => rideId)}::uuid[], ${notes.map(({ about }) => about)}::uuid[],
        ${notes.map(({ name }) => name)}::text[]) as note (ride_id, sender_id, client_id)
      join conversation on conversation.ride_id = note.ride_id and conversation.kind = 'ride') as input
    join message on ${isSameMessage("message", "input")}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Reads the locked conversations of these rides, by ride. */
export async function readLockedRideConversations(
  { db }: InTransaction,
  rideIds: readonly string[],
): Promise<Map<string, RideConversation>> {
  const { rows } = await sql<{
    id: string;
    ride_id: string;
    last_ordinal: number;
    members: Record<string, number | null>;
  }>`
    select id, ride_id, last_ordinal,
      (
        select coalesce(json_object_agg(uid, left_ordinal), '{}')
        from conversation_member
        where conversation_id = id) as members
    from conversation
    where kind = 'ride' and ride_id = any(${rideIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, ride_id, last_ordinal, members }) => [
      ride_id,
      {
        id,
        last_ordinal,
        members: new Map(Object.entries(members)),
        membershipChanges: new Map(),
        newNotes: [],
      },
    ]),
  );
}

/** Saves the changes of locked conversations in one statement. */
export async function saveRideConversations(
  { db, now }: InTransaction,
  conversations: readonly RideConversation[],
): Promise<void> {
  const membershipChanges = conversations.flatMap(({ id, membershipChanges }) =>
    [...membershipChanges].map(([uid, left]) => ({
      id,
      uid,
      left,
    })),
  );
  const newNotes = conversations.flatMap(({ id, last_ordinal, newNotes }) =>
    newNotes.map(({ about, name, note, text }, n) => ({
      id,
      ordinal: last_ordinal + n + 1,
      about,
      name,
      note,
      text,
    })),
  );
  if (membershipChanges.length === 0 && newNotes.length === 0) return;
  await sql`
    ${PREPARED}
    with line as (
      select *
      from jsonb_to_recordset(${JSON.stringify(newNotes)}::jsonb)
        as line (
          id uuid, ordinal int, about uuid, name text, note text, text text)),
      counted as (
        update conversation
        set last_ordinal = newest, last_at = ${now()}
        from (select id, max(ordinal) as newest from line group by id) as line
        where line.id = conversation.id),
      moved as (
        insert into conversation_member (conversation_id, uid, left_ordinal)
        select id, uid, "left"
        from jsonb_to_recordset(${JSON.stringify(membershipChanges)}::jsonb)
          as moved (id uuid, uid uuid, "left" int)
        on conflict (conversation_id,
          uid) do update set left_ordinal = excluded.left_ordinal)
    insert into message (
      conversation_id, ordinal, sender_id, client_id, kind, text, note, sent_at)
    select id, ordinal, about, name, 'note', text, note, ${now()}::timestamptz
    from line
    order by id, ordinal`.execute(db);
}
