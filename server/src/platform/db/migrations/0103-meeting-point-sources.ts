import { type Kysely, sql } from "kysely";

/** Meeting points of the community that were imported from open data, and from where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table meeting_point_source (
  id text collate "C" primary key,
  name text not null check (name <> ''),
  format text not null check (format in ('bnlc', 'gtfs')),
  attribution text not null,
  licence text not null,
  url text,
  within_km int,
  imported_at timestamptz not null,
  points int not null,
  skipped int not null
);
alter table meeting_point
  add source_id text collate "C" references meeting_point_source on delete cascade,
  add source_key text collate "C",
  add constraint meeting_point_of_source
    check ((source_id is null) = (source_key is null) and (source_id is null or owner_id is null));
comment on column meeting_point.source_id is 'Null unless it was imported.';
comment on column meeting_point.source_key is 'Its id in the source.';
comment on column meeting_point_source.within_km is 'Null for places anywhere.';
comment on column meeting_point_source.skipped is 'Rows of the file that were not imported.';
create unique index meeting_point_by_source on meeting_point (source_id, source_key) where source_id is not null;`,
    )
    .execute(db);
}
