import { type Kysely, sql } from "kysely";

/** What streets and other places of regions need: the areas they are looked for in, and houses by position. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table place
  add column district text not null default '', -- part of the town, or the municipality of an address elsewhere
  add column postcode text not null default '';

-- The names of a region's places by area: a folded town, district or postcode, a grid cell ("@" and its number), or
-- empty for everywhere.
create table place_area (
  area text collate "C" not null,
  key text collate "C" not null, -- the folded name
  importance smallint not null,
  region text not null,
  place_id bigint not null
);
create index place_area_key on place_area (area, key, importance desc, region, place_id);
-- While the town after a street is being typed.
create index place_area_name on place_area (key, area, importance desc, region, place_id) where area >= 'A';

-- House numbers, and with an empty number points of the street, by grid cells of 0.005 degrees.
create index house_number_cell on house_number ((floor(lat * 200)::int * 100000 + floor(lng * 200)::int));
`,
    )
    .execute(db);
}
