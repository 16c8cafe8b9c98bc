import { type Kysely, sql } from "kysely";

/** The steps after the first sign-in: shown once to an account, on any device, and the places that they ask for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profile
      add column welcomed_at timestamptz,
      add column home_place jsonb,
      add column work_place jsonb`.execute(db);
  // Existing members know the app.
  await sql`update profile set welcomed_at = account.created_at from account where account.uid = profile.uid`.execute(
    db,
  );
}
