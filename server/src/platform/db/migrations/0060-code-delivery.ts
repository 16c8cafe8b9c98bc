import { type Kysely, sql } from "kysely";

/** A code is valid from when a mail server accepted its e-mail, so each code knows that e-mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table one_time_code add column email_id uuid, add column delivered_at timestamptz;
create index one_time_code_by_email on one_time_code (email_id) where email_id is not null;`,
    )
    .execute(db);
}
