import { sql } from "kysely";
import type { Db } from "../database.ts";
import { deleteBatch } from "../delete-batch.ts";
import { rowsOfConsumers } from "./consumer-offsets.ts";

/** Maximum number of events that one statement considers. */
const BATCH = 5_000;

interface PruneLimits {
  /** Events are kept until then, and longer while a running consumer has not read them. */
  readonly before: Date;
  /** No consumer retains them longer than this, even if it is stuck. */
  readonly unreadBefore: Date;
  /** Consumers that no process has listed since then are ignored. */
  readonly activeSince: Date;
}

/**
 * Deletes a batch of old events, oldest first; returns true if there may be more. Keeps events that a running consumer
 * has not read, up to a limit: `checkOutbox` reports a late consumer long before. The newest event is never deleted: it
 * shows clients of a quiet community that they have missed nothing (`isOffsetReplayable`).
 */
export async function pruneEvents(
  db: Db,
  { before, unreadBefore, activeSince }: PruneLimits,
  limit = BATCH,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from event where (xid, id) in (
      select xid, id from (select xid, id, at from event order by xid, id limit ${limit}) as oldest
      where (xid, id) < (select xid, id from event order by xid desc, id desc limit 1) and (
        at < ${unreadBefore} or at < ${before} and not exists (
          select from event_consumer where seen_at >= ${activeSince} and (event_consumer.xid, event_consumer.id) < (oldest.xid, oldest.id))))`.execute(
    db,
  );
  return numAffectedRows >= limit;
}

/** Records that these consumers are running. */
export async function markConsumersActive(
  db: Db,
  names: readonly string[],
  now: Date,
): Promise<void> {
  await sql`update event_consumer set seen_at = ${now}::timestamptz where name = any(${rowsOfConsumers(names)}::text[])`.execute(
    db,
  );
}

/** Removes consumers that no process has listed for long; one that runs again starts at the present. */
export async function removeStaleConsumers(db: Db, notSince: Date): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`delete from event_consumer where seen_at < ${notSince} returning name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Deletes a batch of events that were set aside long ago; returns true if there may be more. */
export const pruneSetAsideEvents = (db: Db, before: Date): Promise<boolean> =>
  deleteBatch(db, "failed_event", {
    key: ["consumer", "seq"],
    limit: BATCH,
    where: (row) => row("failed_at", "<", before),
  });
