import { type Kysely, sql } from "kysely";

/** Saved searches that also ask neighbouring communities. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table saved_search
  add includes_neighbours boolean not null default false,
  add neighbours_asked_at timestamptz,
  add known_neighbour_rides text[] collate "C";
create index saved_search_by_neighbours_asked on saved_search (neighbours_asked_at nulls first)
  where includes_neighbours and paused_at is null and removed_at is null;
comment on column saved_search.neighbours_asked_at is 'When neighbours were asked last for this search.';
comment on column saved_search.known_neighbour_rides is 'Hashes of the rides that neighbours answered, the latest ones; null before the first answer.';`,
    )
    .execute(db);
}
