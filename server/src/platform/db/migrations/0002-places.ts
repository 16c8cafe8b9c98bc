import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// Derived from server/data and replaced as a whole when that changes, so nothing refers to these rows.
const statements = [
  `create table place (
    id int primary key, name text not null, country text not null, region text not null,
    population int not null, lat float8 not null, lng float8 not null)`,
  // Degrees as if on a plane: good enough to find candidates, which are then measured on the sphere.
  `create index place_position on place using gist (point(lng, lat))`,

  // One row per name and spelling; name is null where it is the place's own. "C" orders by bytes, so a prefix is a range.
  `create table place_name (key text collate "C" not null, population int not null, place_id int not null, name text)`,
  `create index place_name_key on place_name (key, population desc, place_id)`,

  // Which data the two tables hold; one row.
  `create table place_import (only boolean primary key default true check (only), version text not null)`,
];
