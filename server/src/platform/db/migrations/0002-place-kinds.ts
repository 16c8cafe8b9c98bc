import { type Kysely, sql } from "kysely";

/**
 * Places of all kinds, of the world and of regions. The tables hold what comes with a release or was built from an
 * extract, so they start empty and the next start of a server fills them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
drop table place, place_name, place_import;

create table place (
  region text not null, -- the built region it comes from; empty for the world
  id bigint not null, -- unique in its region
  kind text not null,
  name text not null,
  town text not null, -- the town it is in; empty for towns
  state text not null,
  country text not null,
  importance smallint not null, -- 100 * log10 of the population; for other kinds comparable to it
  lat float8 not null,
  lng float8 not null
);
create unique index place_id on place (region, id);
-- Finds the nearest towns, in degrees as if on a plane; the candidates are then measured on the sphere.
create index place_position on place using gist (point(lng, lat)) where kind in ('town', 'village');
-- Finds the stations or airports of a town.
create index place_public_position on place using gist (point(lng, lat))
  where kind not in ('town', 'village', 'district', 'street', 'postcode');

-- Every key that finds a place: its name and its other names, folded.
create table place_name (
  class text collate "C" not null, -- see PlaceKey in modules/places/place-keys.ts
  key text collate "C" not null, -- in byte order, so that a prefix is a range of the index
  importance smallint not null,
  region text not null,
  place_id bigint not null,
  name text -- the spelling; null if it is the place's own name
);
-- Searches by prefix, most important first. Short prefixes have thousands of matches; for these only large places are read.
create index place_name_key on place_name (class, key, importance desc, region, place_id);
create index place_name_large on place_name (class, key, importance desc, region, place_id) where importance >= 500;

-- Positions of houses, by street.
create table house_number (
  region text not null,
  street_id bigint not null,
  number text not null, -- folded
  lat float8 not null,
  lng float8 not null
);
create index house_number_street on house_number (region, street_id, number);

-- Which version of its data each region has in these tables.
create table place_import (
  region text primary key,
  version text not null
);

create or replace function former_place(place jsonb) returns jsonb language sql stable as $$
  select case when place is null then null else jsonb_build_object(
    'label', coalesce((select name from place town where kind in ('town', 'village')
      order by point(lng, lat) <-> point(($1->>'lng')::float8, ($1->>'lat')::float8) limit 1), 'Somewhere'),
    'lat', round(($1->>'lat')::numeric, 2), 'lng', round(($1->>'lng')::numeric, 2)) end $$;
`,
    )
    .execute(db);
}
