import { type Kysely, sql } from "kysely";

/** Since when a password and a phone number are there, and a code after a sign-in at an institution. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
-- Null: not changed since this migration.
alter table account add column password_set_at timestamptz;
alter table profile add column phone_changed_at timestamptz;

alter table unconfirmed_identity drop constraint unconfirmed_identity_step_check;
alter table unconfirmed_identity add constraint unconfirmed_identity_step_check
  check (step in ('code', 'new-account', 'password', 'link'));`,
    )
    .execute(db);
}
