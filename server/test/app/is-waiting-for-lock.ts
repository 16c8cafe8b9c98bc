import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** True if a transaction waits for a lock. */
export async function isWaitingForLock({ db }: Pick<Context, "db">): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(
    db,
  );
  return rows[0]?.waits ?? false;
}
