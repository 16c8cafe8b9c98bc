import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** True if a transaction waits for a lock, or so many of them do. */
export async function isWaitingForLock({ db }: Pick<Context, "db">, count = 1): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    
    select count(*) >= ${count} as waits
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waits ?? false;
}
