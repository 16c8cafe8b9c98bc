import { type Kysely, sql } from "kysely";

/** People whose provider confirms no e-mail address confirm one themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table unconfirmed_identity drop constraint unconfirmed_identity_step_check;
alter table unconfirmed_identity add constraint unconfirmed_identity_step_check
  check (step in ('code', 'new-account', 'password', 'link', 'email'));
alter table unconfirmed_identity drop constraint unconfirmed_identity_account;
alter table unconfirmed_identity add constraint unconfirmed_identity_account
  check ((step in ('new-account', 'email')) = (uid is null));`,
    )
    .execute(db);
}
