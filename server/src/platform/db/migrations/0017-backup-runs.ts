import { type Kysely, sql } from "kysely";

/** Scheduled backups, newest kept for the health check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_run (
      id int generated always as identity primary key,
      started_at timestamptz not null,
      finished_at timestamptz,
      failed_at timestamptz,
      file text,
      bytes bigint,
      error text,
      check (finished_at is null or failed_at is null)
    )`.execute(db);
}
