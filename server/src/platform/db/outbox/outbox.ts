import type { DomainEvent, Topic } from "@commonlane/contract/live";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database.ts";
import { PREPARED } from "../prepared-statements.ts";

/** How far somebody has read: the transaction an event was written in, then its number. */
export interface Offset {
  readonly xid: string;
  readonly id: number;
}
export interface StoredEvent extends Offset {
  readonly topic: Topic;
  readonly fact: DomainEvent;
  readonly at: Date;
}
const DEFAULT_BATCH_SIZE = 200;

interface NewEvent {
  readonly topic: Topic;
  readonly fact: DomainEvent;
}
/** A row of the outbox: the same fact is kept once for two topics, of which the second is a person. */
interface OutboxRow extends NewEvent {
  readonly second_topic?: Topic;
}

/** Two who are told the same share a row: most of what a row takes on disk does not depend on who is told. */
function toOutboxRows(events: readonly NewEvent[]): OutboxRow[] {
  const rows: { topic: Topic; fact: DomainEvent; second_topic?: Topic }[] = [];
  const unpairedRows = new Map<string, (typeof rows)[number]>();
  for (const { topic, fact } of events) {
    const key = JSON.stringify(fact);
    const row = unpairedRows.get(key);
    if (row && row.topic !== topic && isUserTopic(topic)) {
      row.second_topic = topic;
      unpairedRows.delete(key);
      continue;
    }
    const newRow = { topic, fact };
    rows.push(newRow);
    unpairedRows.set(key, newRow);
  }
  return rows;
}

const isUserTopic = (topic: Topic): boolean => topic.startsWith("user:");

/** Writes events that exist if, and only if, the transaction of `db` commits; whoever commits it rings afterwards. */
export async function appendEvents(db: Db, at: Date, events: readonly NewEvent[]): Promise<void> {
  const rows = JSON.stringify(toOutboxRows(events).map((row, n) => ({ n, ...row })));
  await sql`${PREPARED}
    insert into event (topic, second_topic, fact, at) select topic, second_topic, fact, ${at}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as told (n int, topic text, second_topic text, fact jsonb) order by n`.execute(
    db,
  );
}

/** The same as a part of a statement that other parts of it belong to: the events are written once for each row of `source`. */
export const insertEventsFragment = (at: Date, events: readonly NewEvent[], source: string): RawBuilder<unknown> => sql`
  insert into event (topic, second_topic, fact, at) select told.topic, told.second_topic, told.fact, ${at}::timestamptz
  from ${sql.table(source)}, jsonb_to_recordset(${JSON.stringify(toOutboxRows(events))}::jsonb) as told (topic text, second_topic text, fact jsonb)`;

type Row = StoredEvent & { readonly second_topic: Topic | null };

/** An event for each of those who are told. */
const expandRow = ({ xid, id, topic, second_topic, fact, at }: Row): StoredEvent[] =>
  (second_topic === null ? [topic] : [topic, second_topic]).map((topic) => ({ xid, id, topic, fact, at }));

/**
 * What happened after the bookmark, oldest first, up to the oldest transaction still running. That one may yet commit
 * an event with a smaller number than others already visible; reading past it would skip that event for ever.
 */
export async function readEventsAfter(
  db: Db,
  { xid, id }: Offset,
  topic?: Topic,
  limit: number = DEFAULT_BATCH_SIZE,
): Promise<StoredEvent[]> {
  const topicFilter = topic === undefined ? sql`true` : sql`(topic = ${topic} or second_topic = ${topic})`;
  const { rows } = await sql<Row>`${PREPARED}
    select xid::text, id, topic, second_topic, fact, at from event
    where (xid, id) > (${xid}::xid8, ${id}) and ${topicFilter} and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id limit ${limit}`.execute(db);
  return rows.flatMap(expandRow).filter((event) => topic === undefined || event.topic === topic);
}

/** The present: every event before it is past, every event still to come is after it. */
export async function readCurrentOffset(db: Db): Promise<Offset> {
  const { rows } = await sql<{
    xid: string;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db);
  return { xid: rows[0]?.xid ?? "0", id: 0 };
}

/** The newest event before the bookmark; nothing where none is left. */
export async function findEventBefore(db: Db, { xid, id }: Offset): Promise<(Offset & { at: Date }) | undefined> {
  const { rows } = await sql<Offset & { at: Date }>`
    select xid::text, id, at from event where (xid, id) < (${xid}::xid8, ${id}) order by xid desc, id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * Whether this event stands as it was read. Then this is the database it was read from, and, since old events are
 * forgotten oldest first, everything after it can still be read.
 */
export async function isEventStored(db: Db, { xid, id, at }: Offset & { at: Date }): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (
      select from event where xid = ${xid}::xid8 and id = ${id} and date_trunc('milliseconds', at) = ${at}
    ) as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** What lies before a follower. */
export interface EventBatch {
  readonly from: Offset;
  /** The last event that was looked at, whether it was asked for or not. */
  readonly to: Offset;
  /** Those that were asked for, oldest first. */
  readonly events: readonly StoredEvent[];
  /** How many were looked at. */
  readonly count: number;
}

/** What happened after a place as far as it is told on these topics; nothing where nothing happened. */
export async function readBatchAfter(
  db: Db,
  { xid, id }: Offset,
  { topics, limit }: { topics: readonly Topic[] | undefined; limit: number },
): Promise<EventBatch | undefined> {
  const place = sql`place as materialized (select ${xid}::xid8 as xid, ${id}::bigint as id)`;
  const wanted = topics ? sql`(topic = any(${topics}::text[]) or second_topic = any(${topics}::text[]))` : sql`true`;
  const batch = await readBatch(db, place, wanted, limit);
  if (!batch || !topics) return batch;
  const requestedTopics = new Set(topics);
  return { ...batch, events: batch.events.filter(({ topic }) => requestedTopics.has(topic)) };
}

/**
 * What happened after the place of a named follower, as far as its facts are of these types, in one statement that also
 * holds the place until the transaction of `db` ends. Nothing where nothing happened, or another process holds it. The
 * place may be an older one if another process let go of it just then; `advanceOffset` finds that out. With `until` it ends
 * before the first event that is younger.
 */
export function claimBatch(
  db: Db,
  {
    name,
    eventTypes,
    until,
    limit,
  }: { name: string; eventTypes: readonly DomainEvent["type"][] | undefined; until?: Date | undefined; limit: number },
): Promise<EventBatch | undefined> {
  const place = sql`
    held as materialized (select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine),
    place as materialized (
      select coalesce(xid, '0') as xid, coalesce(id, 0) as id from held left join event_consumer on name = ${name} where mine)`;
  return readBatch(db, place, eventTypes ? sql`fact->>'type' = any(${eventTypes}::text[])` : sql`true`, limit, until);
}

/** Of what nobody asked for only the last is read, so that the next look begins behind it. */
async function readBatch(
  db: Db,
  place: RawBuilder<unknown>,
  wanted: RawBuilder<unknown>,
  limit: number,
  until?: Date,
): Promise<EventBatch | undefined> {
  const isOldEnough = until ? sql`bool_and(at <= ${until}::timestamptz) over (order by xid, id)` : sql`true`;
  const { rows } = await sql<Row & { wanted: boolean; from_xid: string; from_id: number; count: number }>`${PREPARED}
    with ${place}, looked as materialized (select * from (select *, ${isOldEnough} as old from (
      select xid, id, topic, second_topic, fact, at, ${wanted} as wanted from event
      where (xid, id) > (select xid, id from place) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, id limit ${limit}) as next) as aged where old)
    select looked.xid::text, looked.id, topic, second_topic, case when wanted then fact end as fact, at, wanted,
      place.xid::text as from_xid, place.id as from_id, (select count(*) from looked) as count
    from looked, place
    where wanted or (looked.xid, looked.id) = (select xid, id from looked order by xid desc, id desc limit 1)
    order by looked.xid, looked.id`.execute(db);
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (!first || !last) return undefined;
  const from = { xid: first.from_xid, id: first.from_id };
  const to = { xid: last.xid, id: last.id };
  return { from, to, events: rows.filter((row) => row.wanted).flatMap(expandRow), count: first.count };
}

/** Moves the place of a named follower; false where it is not at `from` any more. */
export async function advanceOffset(db: Db, name: string, from: Offset, { xid, id }: Offset): Promise<boolean> {
  const { rows } = await sql`${PREPARED}
    insert into event_consumer (name, xid, id) values (${name}, ${xid}::xid8, ${id})
    on conflict (name) do update set xid = excluded.xid, id = excluded.id
      where (event_consumer.xid, event_consumer.id) = (${from.xid}::xid8, ${from.id}::bigint)
    returning name`.execute(db);
  return rows.length > 0;
}

/** Lets a follower that has never read begin with the present; one that has goes on where it was. */
export async function initializeOffset(db: Db, name: string): Promise<void> {
  const { xid, id } = await readCurrentOffset(db);
  await db
    .insertInto("event_consumer")
    .values({ name, xid, id })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
