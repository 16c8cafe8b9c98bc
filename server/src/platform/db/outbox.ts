import type { Fact, Topic } from "@commonlane/contract/live";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

/** How far somebody has read: the transaction an event was written in, then its number. */
export interface Bookmark {
  readonly xid: string;
  readonly id: number;
}
export interface StoredEvent extends Bookmark {
  readonly topic: Topic;
  readonly fact: Fact;
  readonly at: Date;
}
export const EVENT_CHANNEL = "event";
const BATCH = 200;

/** Writes events that exist if, and only if, the transaction of `db` commits. */
export async function appendEvents(db: Db, at: Date, told: readonly { topic: Topic; fact: Fact }[]): Promise<void> {
  const rows = told.map(({ topic, fact }) => ({ topic, fact: JSON.stringify(fact), at }));
  await db
    .with("written", (db) => db.insertInto("event").values(rows))
    .selectNoFrom(() => sql`pg_notify(${EVENT_CHANNEL}, '')`.as("rung"))
    .execute();
}

/** The same as a part of a statement that other parts of it belong to: the events are written once for each row of `source`. */
export const writingEvents = (
  at: Date,
  told: readonly { topic: Topic; fact: Fact }[],
  source: string,
): RawBuilder<unknown> => sql`
  insert into event (topic, fact, at) select told.topic, told.fact, ${at}::timestamptz
  from ${sql.table(source)}, jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (topic text, fact jsonb)`;

/**
 * What happened after the bookmark, oldest first, up to the oldest transaction still running. That one may yet commit
 * an event with a smaller number than others already visible; reading past it would skip that event for ever.
 */
export async function eventsAfter(
  db: Db,
  { xid, id }: Bookmark,
  topic?: Topic,
  most: number = BATCH,
): Promise<StoredEvent[]> {
  const ofTopic = topic === undefined ? sql`true` : sql`topic = ${topic}`;
  const { rows } = await sql<StoredEvent>`
    select xid::text, id, topic, fact, at from event
    where (xid, id) > (${xid}::xid8, ${id}) and ${ofTopic} and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id limit ${most}`.execute(db);
  return rows;
}

/** The present: every event before it is past, every event still to come is after it. */
export async function bookmarkNow(db: Db): Promise<Bookmark> {
  const { rows } = await sql<{
    xid: string;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db);
  return { xid: rows[0]?.xid ?? "0", id: 0 };
}

/** The newest event before the bookmark; nothing where none is left. */
export async function eventBefore(db: Db, { xid, id }: Bookmark): Promise<(Bookmark & { at: Date }) | undefined> {
  const { rows } = await sql<Bookmark & { at: Date }>`
    select xid::text, id, at from event where (xid, id) < (${xid}::xid8, ${id}) order by xid desc, id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * Whether this event stands as it was read. Then this is the database it was read from, and, since old events are
 * forgotten oldest first, everything after it can still be read.
 */
export async function isStillThere(db: Db, { xid, id, at }: Bookmark & { at: Date }): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (
      select from event where xid = ${xid}::xid8 and id = ${id} and date_trunc('milliseconds', at) = ${at}
    ) as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** The bookmark of a named follower, held until the transaction of `db` ends; nothing when another process holds it. */
export async function holdBookmark(db: Db, name: string): Promise<Bookmark | undefined> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(db);
  if (!rows[0]?.held) return undefined;
  // A statement of its own: one that also took the lock would still see the place as it was before.
  const known = await db.selectFrom("follower").select(["xid", "id"]).where("name", "=", name).executeTakeFirst();
  return known ?? { xid: "0", id: 0 };
}

/** Lets a follower that has never read begin with the present; one that has goes on where it was. */
export async function beginAtPresent(db: Db, name: string): Promise<void> {
  const { xid, id } = await bookmarkNow(db);
  await db
    .insertInto("follower")
    .values({ name, xid, id })
    .onConflict((known) => known.column("name").doNothing())
    .execute();
}

export async function moveBookmark(db: Db, name: string, { xid, id }: Bookmark): Promise<void> {
  await db
    .insertInto("follower")
    .values({ name, xid, id })
    .onConflict((known) => known.column("name").doUpdateSet({ xid, id }))
    .execute();
}

/** Forgets what happened before `before`, except what a named follower has not read yet. */
export async function pruneEvents(db: Db, before: Date): Promise<void> {
  await sql`
    delete from event where at < ${before}
    and not exists (select 1 from follower where (follower.xid, follower.id) < (event.xid, event.id))`.execute(db);
}
