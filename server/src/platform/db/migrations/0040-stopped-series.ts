import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table ride_series add stopped_from date, add stopped_for text,
        add constraint ride_series_stopped check ((stopped_from is null) = (stopped_for is null))`,
    )
    .execute(db);
}
