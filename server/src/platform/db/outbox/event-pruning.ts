import { sql } from "kysely";
import type { Db } from "../database.ts";
import { deleteBatch } from "../delete-batch.ts";

/** How many events one statement looks at. */
const BATCH = 5_000;

interface PruneLimits {
  /** Events are kept until then, and longer while a follower that runs has not read them. */
  readonly before: Date;
  /** No follower keeps them longer than this, whatever is wrong with it. */
  readonly unreadBefore: Date;
  /** Followers that no process has named since are not waited for. */
  readonly activeSince: Date;
}

/**
 * Deletes a batch of old events, oldest first; true when there may be more. Events that a running follower has not read
 * stay, up to a limit: `checkOutbox` reports a follower that is behind long before.
 */
export async function pruneEvents(
  db: Db,
  { before, unreadBefore, activeSince }: PruneLimits,
  limit = BATCH,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from event where (xid, id) in (
      select xid, id from (select xid, id, at from event order by xid, id limit ${limit}) as oldest
      where at < ${unreadBefore} or at < ${before} and not exists (
        select from event_consumer where seen_at >= ${activeSince} and (event_consumer.xid, event_consumer.id) < (oldest.xid, oldest.id)))`.execute(
    db,
  );
  return numAffectedRows >= limit;
}

/** Says that these followers run. */
export async function markConsumersActive(db: Db, names: readonly string[], now: Date): Promise<void> {
  await sql`update event_consumer set seen_at = ${now}::timestamptz where name = any(${names}::text[])`.execute(db);
}

/** Removes followers that no process has named for long; should one run again, it begins with the present. */
export async function removeStaleConsumers(db: Db, notSince: Date): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`delete from event_consumer where seen_at < ${notSince} returning name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Deletes a batch of events that were set aside long ago; true when there may be more. */
export const pruneSetAsideEvents = (db: Db, before: Date): Promise<boolean> =>
  deleteBatch(db, "failed_event", {
    key: ["consumer", "seq"],
    limit: BATCH,
    where: (row) => row("failed_at", "<", before),
  });
