import { type Kysely, sql } from "kysely";

/** The steps after the first sign-in: shown once to an account, on any device, and the places that they ask for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The default is for existing members, who know the app.
  await sql`
    alter table profile
      add column welcomed_at timestamptz default now(),
      add column home_place jsonb,
      add column work_place jsonb`.execute(db);
  await sql`alter table profile alter column welcomed_at drop default`.execute(db);
}
