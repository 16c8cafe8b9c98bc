import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table ride_request add luggage int not null default 0 check (luggage between 0 and 3)`)
    .execute(db);
}
