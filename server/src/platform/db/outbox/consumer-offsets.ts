import type { DomainEvent } from "@commonlane/contract/live";
import { sql, type SqlBool } from "kysely";
import type { Db } from "../database.ts";
import { PREPARED } from "../prepared-statements.ts";
import { type Offset, readCurrentOffset, type EventBatch, readBatch } from "./outbox.ts";

/** A named consumer, as one release runs it. */
interface ConsumerIdentity {
  readonly name: string;
  /** The version of the release. */
  readonly release: readonly number[];
  readonly now: Date;
}

/** An older release takes over from a newer one only when that has not been seen for this time. */
const NEWER_RELEASE_GONE_S = 300;
/** Rows of release 0.2, which did not say which release reads, have the bare name. */
const rowName = (name: string): string => `${name}.2`;
const RELEASE_SUFFIX = /\.2$/;
export const consumerOfRow = (row: string): string => row.replace(RELEASE_SUFFIX, "");
export const rowsOfConsumers = (names: readonly string[]): string[] => names.map(rowName);

/** False while a newer release runs, which may handle events that this one would drop. */
const mayRead = ({ release, now }: Omit<ConsumerIdentity, "name">) => sql<SqlBool>`(
  event_consumer.release <= ${release}::int[]
  or event_consumer.release_seen_at < ${now}::timestamptz - make_interval(secs => ${NEWER_RELEASE_GONE_S}))`;

/**
 * Reads events of these types after the offset of a named consumer, in one statement that also locks the offset until
 * the transaction of `db` ends. Returns undefined if nothing happened, another process holds the lock or a newer release
 * reads. The offset may be outdated if another process released it just then; `advanceOffset` detects that. With `until`
 * the batch ends before the first event that is younger.
 */
export function claimBatch(
  db: Db,
  consumer: ConsumerIdentity,
  {
    eventTypes,
    until,
    limit,
  }: {
    eventTypes: readonly DomainEvent["type"][] | undefined;
    until?: Date | undefined;
    limit: number;
  },
): Promise<EventBatch | undefined> {
  const row = rowName(consumer.name);
  const place = sql`
    held as materialized (select pg_try_advisory_xact_lock(hashtextextended(${row}, 0)) as mine),
    place as materialized (
      select coalesce(xid, '0') as xid, coalesce(id, 0) as id from held left join event_consumer on name = ${row}
      where mine and (name is null or ${mayRead(consumer)}))`;
  return readBatch(
    db,
    place,
    eventTypes ? sql`type = any(${eventTypes}::text[])` : sql`true`,
    limit,
    until,
  );
}

/** Moves the offset of a named consumer; returns false if it is no longer at `from`, or a newer release reads. */
export async function advanceOffset(
  db: Db,
  consumer: ConsumerIdentity,
  from: Offset,
  { xid, id }: Offset,
): Promise<boolean> {
  const { name, release, now } = consumer;
  const { rows } = await sql`${PREPARED}
    insert into event_consumer (name, xid, id, release, release_seen_at)
    values (${rowName(name)}, ${xid}::xid8, ${id}, ${release}::int[], ${now})
    on conflict (name) do update set xid = excluded.xid, id = excluded.id, release = excluded.release,
        release_seen_at = excluded.release_seen_at
      where (event_consumer.xid, event_consumer.id) = (${from.xid}::xid8, ${from.id}::bigint) and ${mayRead(consumer)}
    returning name`.execute(db);
  return rows.length > 0;
}

/** Lets a new consumer start at the present; an existing one keeps its offset. */
export async function initializeOffset(db: Db, name: string): Promise<void> {
  const { xid, id } = await readCurrentOffset(db);
  await db
    .insertInto("event_consumer")
    .values({ name: rowName(name), xid, id })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

/**
 * Says that this release runs these consumers, so that older ones leave their events alone: before the process publishes
 * anything, and then every minute.
 */
export async function registerConsumers(
  db: Db,
  names: readonly string[],
  { release, now }: Omit<ConsumerIdentity, "name">,
): Promise<void> {
  await sql`
    update event_consumer set release = ${release}::int[], release_seen_at = ${now}
    where name = any(${rowsOfConsumers(names)}::text[]) and ${mayRead({ release, now })}`.execute(
    db,
  );
}
