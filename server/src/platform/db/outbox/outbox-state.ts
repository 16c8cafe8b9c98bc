import { sql } from "kysely";
import type { Db } from "../database.ts";
import { type StoredEvent } from "./outbox.ts";
import { consumerOfRow, rowsOfConsumers } from "./consumer-offsets.ts";

/** The transaction that holds back later commits; details may be hidden from this database user. */
export interface OldestTransaction {
  readonly pid: number | null;
  readonly database: string | null;
  readonly user: string | null;
  readonly application: string | null;
  readonly since: Date | null;
  /** Name of a prepared transaction. */
  readonly prepared: string | null;
}

/** Time of the oldest committed event that still waits for an older transaction. */
export async function findOldestBlockedEvent(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at
    from event
    where xid >= pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id
    limit 1`.execute(db);
  return rows[0]?.at;
}

export async function findOldestTransaction(db: Db): Promise<OldestTransaction | undefined> {
  const { rows } = await sql<OldestTransaction>`
    with oldest as (select pg_snapshot_xmin(pg_current_snapshot())::xid as xid)
    select pid, datname::text as database, usename::text as user,
      application_name as application, xact_start as since,
      null::text as prepared
    from pg_stat_activity, oldest where backend_xid = oldest.xid
    union all
    select null, database::text, owner::text, null, prepared, gid
    from pg_prepared_xacts, oldest
    where transaction = oldest.xid`.execute(db);
  return rows[0];
}

/** For each of these consumers, the time of the first readable event that it has not read. */
export async function findUnreadSince(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; at: Date }[]> {
  const { rows } = await sql<{
    name: string;
    at: Date;
  }>`
    select name, unread.at from event_consumer cross join lateral (
      select at
      from event
      where (event.xid, event.id) > (event_consumer.xid, event_consumer.id)
        and event.xid < pg_snapshot_xmin(pg_current_snapshot())
      order by event.xid, event.id limit 1) as unread
    where name = any(${rowsOfConsumers(names)}::text[])`.execute(db);
  return rows.map(({ name, at }) => ({
    name: consumerOfRow(name),
    at,
  }));
}

/** Number of events that each consumer has set aside since then. */
export async function countSetAsideSince(
  db: Db,
  since: Date,
): Promise<{ consumer: string; count: number }[]> {
  const { rows } = await sql<{
    consumer: string;
    count: number;
  }>`
    select consumer, count(*) as count
    from failed_event
    where failed_at >= ${since}
    group by consumer order by consumer`.execute(db);
  return rows;
}

/** Stores events that a consumer cannot process, with the reason. */
export async function setEventsAside(
  db: Db,
  consumer: string,
  events: readonly StoredEvent[],
  { error, at }: { error: string; at: Date },
): Promise<void> {
  if (events.length === 0) return;
  const setAsideRows = events.map((event) => ({
    consumer,
    seq: `${event.xid}.${event.id}`,
    type: event.payload.type,
    published_at: event.at,
    error,
    failed_at: at,
  }));
  await db
    .insertInto("failed_event")
    .values(setAsideRows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
