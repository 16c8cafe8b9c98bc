import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["profile", "seat_request", "ride_request", "standby"]) {
    await sql
      .raw(
        `alter table ${table} add needs text[] not null default '{}',
          add constraint ${table}_needs_known check (needs <@ array['step-free', 'wheelchair', 'assistance-animal'])`,
      )
      .execute(db);
  }
}
