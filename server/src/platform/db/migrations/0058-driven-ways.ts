import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The way as it is driven with everybody who has a seat: null where that is the planned one. The number changes with it,
  // so that who has read the ride without holding it can tell whether it is still the same.
  await sql
    .raw(
      `alter table ride add driven_way jsonb, add driven_n int not null default 0,
        add constraint ride_driven check (driven_way is null or jsonb_array_length(driven_way->'stops') > 0)`,
    )
    .execute(db);
}
