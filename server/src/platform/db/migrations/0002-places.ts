import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// Derived from server/data and replaced as a whole when that changes, so nothing refers to these rows. A key is a
// folded name (modules/places/names.ts); "C" orders it by bytes, so that a beginning is a range of the index.
const statements = [
  `create table place (
    id int not null, name text not null, key text collate "C" not null, country text not null, region text not null,
    population int not null, lat float8 not null, lng float8 not null, is_quarter boolean not null)`,
  `create unique index place_id on place (id)`,
  `create index place_key on place (key, population desc, id)`,
  // Degrees as if on a plane: good enough to find candidates, which are then measured on the sphere.
  `create index place_position on place using gist (point(lng, lat)) where not is_quarter`,

  // What a place is called besides its own name, and other ways to spell that.
  `create table place_name (
    place_id int not null, name text not null, key text collate "C" not null, population int not null)`,
  `create index place_name_key on place_name (key, population desc, place_id)`,

  // Short beginnings are shared by thousands; of those only the large towns are looked at.
  `create index place_city on place (key, population desc, id) where population >= 100000`,
  `create index place_name_city on place_name (key, population desc, place_id) where population >= 100000`,

  // Which data the tables above hold: one row, or none yet.
  `create table place_import (version text not null)`,
];
