import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table report drop constraint report_about_kind_check`,
  `alter table report add constraint report_about_kind_check
    check (about_kind in ('person', 'ride', 'ride-request', 'seat-request', 'offer', 'message'))`,
];
