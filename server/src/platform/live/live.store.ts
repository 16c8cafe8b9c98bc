import type { Topic } from "@commonlane/contract/live";
import { sql } from "kysely";
import { createDataLoader } from "../dataloader.ts";
import {
  type EventRow,
  expandRow,
  type Offset,
  readCurrentOffset,
  type StoredEvent,
} from "../db/outbox/outbox.ts";

/*
 * Each query runs once per new connection. When a thousand clients reconnect at once, as after a restart, they share
 * statements.
 */

/** The present: all past events are before it, all future events after it. */
export const getCurrentOffset = createDataLoader<undefined, Offset>(async (db, requests) => {
  const present = await readCurrentOffset(db);
  return requests.map(() => present);
});

/** A client further behind reloads all data, which is cheaper than scanning more events. */
const MAX_EVENTS_SCANNED = 20_000;

/**
 * True if everything after the offset is still stored and not too much to scan: the newest event up to it was published
 * after `since`. Or it is older than events are kept (`prunedBefore`) and no later one is: events are deleted oldest
 * first, but for the newest, so that it was the newest until lately. Or no event has ever been stored. False, too, for an
 * offset that this database has not reached, as after restoring an older state.
 */
export const isOffsetReplayable = createDataLoader<
  Offset & { since: Date; prunedBefore: Date },
  boolean
>(async (db, requests) => {
  const { rows } = await sql<{ kept: boolean }>`
    select asked.xid <= pg_snapshot_xmin(pg_current_snapshot()) and coalesce((
      select newest.at >= asked.since or newest.at < asked.pruned_before and not exists (
        select from event where (event.xid, event.id) > (asked.xid, asked.id) and event.at < asked.since)
      from event as newest
      where (newest.xid, newest.id) <= (asked.xid, asked.id) order by newest.xid desc, newest.id desc limit 1
    ), pg_sequence_last_value('event_id_seq') is null) and not exists (
      select from event where (event.xid, event.id) > (asked.xid, asked.id)
      order by event.xid, event.id offset ${MAX_EVENTS_SCANNED}) as kept
    from unnest(
      ${requests.map(({ xid }) => xid)}::xid8[], ${requests.map(({ id }) => id)}::bigint[],
      ${requests.map(({ since }) => since)}::timestamptz[],
      ${requests.map(({ prunedBefore }) => prunedBefore)}::timestamptz[]
    ) with ordinality as asked (xid, id, since, pruned_before, place)
    order by asked.place`.execute(db);
  return rows.map(({ kept }) => kept);
});

/** Number of events read in the statement that is shared with other connections. */
export const FIRST_REPLAY_BATCH = 50;

/**
 * The first events of a topic after the offset, at most FIRST_REPLAY_BATCH; `readEventsAfter` reads more. Events since
 * the oldest offset are scanned once for all callers.
 */
export const findFirstMissedEvents = createDataLoader<Offset & { topic: Topic }, StoredEvent[]>(
  async (db, requests) => {
    const { rows } = await sql<EventRow & { place: number }>`
    with asked as materialized (
      select * from unnest(
        ${requests.map(({ xid }) => xid)}::xid8[], ${requests.map(({ id }) => id)}::bigint[],
        ${requests.map(({ topic }) => topic)}::text[]
      ) with ordinality as asked (xid, id, topic, place)),
    since as materialized (select xid, id from asked order by xid, id limit 1),
    happened as materialized (
      select * from event where (event.xid, event.id) > (select xid, id from since)
        and event.xid < pg_snapshot_xmin(pg_current_snapshot())),
    result as (
      select asked.place, asked.topic, happened.xid, happened.id, type, ids, details, at
      from asked join happened on happened.topic = asked.topic where (happened.xid, happened.id) > (asked.xid, asked.id)
      union all
      select asked.place, asked.topic, happened.xid, happened.id, type, ids, details, at
      from happened cross join unnest(uids) as recipient (uid) join asked on asked.topic = 'user:' || recipient.uid
      where (happened.xid, happened.id) > (asked.xid, asked.id)),
    ranked as (select *, row_number() over (partition by place order by xid, id) as nth from result)
    select place::int, xid::text, id, topic, null::uuid[] as uids, type, ids, details, at from ranked where nth <= ${FIRST_REPLAY_BATCH} order by place, nth`.execute(
      db,
    );
    const found = requests.map((): StoredEvent[] => []);
    for (const { place, ...event } of rows) found[place - 1]?.push(...expandRow(event));
    return found;
  },
);
