import { type Kysely, sql } from "kysely";

/** Reliability as others see it, updated once a day, so that it does not show when a single trip ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table profile add column shown_reliability jsonb;
update profile set shown_reliability = reliability where reliability is not null;`,
    )
    .execute(db);
}
