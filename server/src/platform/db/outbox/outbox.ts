import type { DomainEvent, Topic } from "@commonlane/contract/live";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Db } from "../database.ts";
import { PREPARED } from "../prepared-statements.ts";
import { type EventColumns, fromEventColumns, toEventColumns } from "./event-columns.ts";

/** A reader's position: the transaction of an event, then its number. */
export interface Offset {
  readonly xid: string;
  readonly id: number;
}
export interface StoredEvent extends Offset {
  readonly topic: Topic;
  readonly payload: DomainEvent;
  readonly at: Date;
}
const DEFAULT_BATCH_SIZE = 200;

interface NewEvent {
  readonly topic: Topic;
  readonly payload: DomainEvent;
}
/** A row of the outbox: an event for a topic that is not a user, for all users who receive it, or for both. */
interface OutboxRow {
  readonly topic: Topic | null;
  readonly uids: readonly string[] | null;
  readonly payload: DomainEvent;
}

/** Merges equal events into one row, since most of a row's size does not depend on the recipients. */
function toOutboxRows(events: readonly NewEvent[]): OutboxRow[] {
  const rows: OutboxRow[] = [];
  const openRows = new Map<string, OutboxRow>();
  for (const { topic, payload } of events) {
    const uid = findUid(topic);
    const key = JSON.stringify(payload);
    const row = openRows.get(key);
    if (row && uid !== undefined && !row.uids?.includes(uid)) {
      const merged = { ...row, uids: [...(row.uids ?? []), uid] };
      rows[rows.indexOf(row)] = merged;
      openRows.set(key, merged);
    } else {
      const newRow =
        uid === undefined
          ? { topic, uids: null, payload }
          : {
              topic: null,
              uids: [uid],
              payload,
            };
      rows.push(newRow);
      openRows.set(key, newRow);
    }
  }
  return rows;
}

const USER_TOPIC = "user:";
/** The user of a topic; undefined for topics of other things. */
const findUid = (topic: Topic): string | undefined =>
  topic.startsWith(USER_TOPIC) ? topic.slice(USER_TOPIC.length) : undefined;

/** True for rows that reach at least one of these topics. */
function reaches(topics: readonly Topic[]): RawBuilder<SqlBool> {
  const uids = topics.flatMap((topic) => findUid(topic) ?? []);
  const others = topics.filter((topic) => findUid(topic) === undefined);
  return sql<SqlBool>`(topic = any(${others}::text[]) or uids && ${uids}::uuid[])`;
}

/**
 * Writes events that exist if, and only if, the transaction of `db` commits; call `notifyConsumers` after the commit.
 */
export const appendEvents = (db: Db, at: Date, events: readonly NewEvent[]): Promise<void> =>
  appendEventsOf(db, [{ at, events }]);

/** Same for the events of several moments, in one statement. */
export async function appendEventsOf(
  db: Db,
  moments: readonly {
    readonly at: Date;
    readonly events: readonly NewEvent[];
  }[],
): Promise<void> {
  const rows = moments.flatMap(({ at, events }) =>
    toColumns(events).map((row) => ({ at, ...row })),
  );
  await sql`${PREPARED}
    insert into event (${COLUMNS}, at) select ${COLUMNS}, at
    from json_to_recordset(${JSON.stringify(rows.map((row, n) => ({ n, ...row })))}::json)
      as told (n int, ${TYPED_COLUMNS}, at timestamptz) order by n`.execute(db);
}

const COLUMNS = sql.raw("topic, uids, type, ids, details");
const TYPED_COLUMNS = sql.raw("topic text, uids uuid[], type text, ids uuid[], details json");
const toColumns = (events: readonly NewEvent[]) =>
  toOutboxRows(events).map(({ payload, ...recipients }) => ({
    ...recipients,
    ...toEventColumns(payload),
  }));

/** `appendEvents` as part of a larger statement: the events are written once per row of `source`. */
export const insertEventsFragment = (
  at: Date,
  events: readonly NewEvent[],
  source: string,
): RawBuilder<unknown> => sql`
  insert into event (${COLUMNS}, at) select told.*, ${at}::timestamptz
  from ${sql.table(source)}, json_to_recordset(${JSON.stringify(toColumns(events))}::json) as told (${TYPED_COLUMNS})`;

/** A row of the outbox as it is read. */
export type EventRow = Offset &
  EventColumns & {
    readonly at: Date;
    readonly topic: Topic | null;
    readonly uids: string[] | null;
  };

/** Returns one event per recipient. */
export function expandRow({ xid, id, topic, uids, at, ...columns }: EventRow): StoredEvent[] {
  const payload = fromEventColumns(columns);
  const topics = [
    ...(topic === null ? [] : [topic]),
    ...(uids ?? []).map((uid): Topic => `user:${uid}`),
  ];
  return topics.map((topic) => ({
    xid,
    id,
    topic,
    payload,
    at,
  }));
}

/**
 * Events after the offset, oldest first, up to the oldest running transaction. That one may still commit an event with
 * a smaller number than visible ones; reading past it would skip that event for ever.
 */
export async function readEventsAfter(
  db: Db,
  { xid, id }: Offset,
  topic?: Topic,
  limit: number = DEFAULT_BATCH_SIZE,
): Promise<StoredEvent[]> {
  const topicFilter = topic === undefined ? sql`true` : reaches([topic]);
  const { rows } = await sql<EventRow>`${PREPARED}
    select xid::text, id, ${COLUMNS}, at from event
    where (xid, id) > (${xid}::xid8, ${id}) and ${topicFilter} and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id limit ${limit}`.execute(db);
  return rows.flatMap(expandRow).filter((event) => topic === undefined || event.topic === topic);
}

/** The present: all past events are before it, all future events after it. */
export async function readCurrentOffset(db: Db): Promise<Offset> {
  const { rows } = await sql<{
    xid: string;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db);
  return { xid: rows[0]?.xid ?? "0", id: 0 };
}

/** The newest event before the offset; undefined if none is left. */
export async function findEventBefore(
  db: Db,
  { xid, id }: Offset,
): Promise<(Offset & { at: Date }) | undefined> {
  const { rows } = await sql<Offset & { at: Date }>`
    select xid::text, id, at from event where (xid, id) < (${xid}::xid8, ${id}) order by xid desc, id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * True if the event is stored exactly as it was read. Then this is the same database, and, since old events are deleted
 * oldest first, everything after it can still be read.
 */
export async function isEventStored(
  db: Db,
  { xid, id, at }: Offset & { at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (
      select from event where xid = ${xid}::xid8 and id = ${id} and date_trunc('milliseconds', at) = ${at}
    ) as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** Unread events of a consumer. */
export interface EventBatch {
  readonly from: Offset;
  /** The last event examined, whether requested or not. */
  readonly to: Offset;
  /** The requested events, oldest first. */
  readonly events: readonly StoredEvent[];
  /** Number of events examined. */
  readonly count: number;
}

/** Events after an offset on the given topics; undefined if nothing happened. */
export async function readBatchAfter(
  db: Db,
  { xid, id }: Offset,
  {
    topics,
    limit,
  }: {
    topics: readonly Topic[] | undefined;
    limit: number;
  },
): Promise<EventBatch | undefined> {
  const place = sql`place as materialized (select ${xid}::xid8 as xid, ${id}::bigint as id)`;
  const wanted = topics ? reaches(topics) : sql`true`;
  const batch = await readBatch(db, place, wanted, limit);
  if (!batch || !topics) return batch;
  const requestedTopics = new Set(topics);
  return {
    ...batch,
    events: batch.events.filter(({ topic }) => requestedTopics.has(topic)),
  };
}

/** Of the events not requested only the last is returned, so that the next batch starts after it. */
export async function readBatch(
  db: Db,
  place: RawBuilder<unknown>,
  wanted: RawBuilder<unknown>,
  limit: number,
  until?: Date,
): Promise<EventBatch | undefined> {
  const isOldEnough = until
    ? sql`bool_and(at <= ${until}::timestamptz) over (order by xid, id)`
    : sql`true`;
  const { rows } = await sql<
    EventRow & {
      wanted: boolean;
      from_xid: string;
      from_id: number;
      count: number;
    }
  >`${PREPARED}
    with ${place}, looked as materialized (select * from (select *, ${isOldEnough} as old from (
      select xid, id, ${COLUMNS}, at, ${wanted} as wanted from event
      where (xid, id) > (select xid, id from place) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, id limit ${limit}) as next) as aged where old)
    select looked.xid::text, looked.id, ${COLUMNS}, at, wanted,
      place.xid::text as from_xid, place.id as from_id, (select count(*) from looked) as count
    from looked, place
    where wanted or (looked.xid, looked.id) = (select xid, id from looked order by xid desc, id desc limit 1)
    order by looked.xid, looked.id`.execute(db);
  const first = rows.at(0);
  const last = rows.at(-1);
  if (!first || !last) return undefined;
  const from = { xid: first.from_xid, id: first.from_id };
  const to = { xid: last.xid, id: last.id };
  return {
    from,
    to,
    events: rows.filter((row) => row.wanted).flatMap(expandRow),
    count: first.count,
  };
}
