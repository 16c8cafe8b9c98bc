import { type Kysely, sql } from "kysely";

/**
 * Which import of each part of the places is current, so that another one can be made beside it. Release 0.2 goes on
 * with `place_import`, and with the rows that it finds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table place_build (
  part text primary key, -- a built region; empty for the towns of the world, + for its other places
  rows_region text not null, -- the region of its rows in the tables of places: the part, @ and the number of the import
  version text not null
);
create sequence place_build_number;
insert into place_build (part, rows_region, version)
  select region, case when region = '+' then '' else region end, version from place_import;
insert into place_build (part, rows_region, version) values ('', '', '') on conflict do nothing;`,
    )
    .execute(db);
}
