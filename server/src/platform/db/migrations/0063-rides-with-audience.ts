import { type Kysely, sql } from "kysely";

/** Every search reads which rides in its window are not for its user. Most rides are for everyone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create index ride_with_audience on ride (departs_at)
  where status = 'scheduled' and (audience <> 'everyone' or members_of is not null);`,
    )
    .execute(db);
}
