import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** Whether a transaction waits for what another one holds. */
export async function isWaitingForLock({ db }: Pick<Context, "db">): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(
    db,
  );
  return rows[0]?.waits ?? false;
}
