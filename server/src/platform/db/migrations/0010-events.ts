import { type Kysely, sql } from "kysely";

/** Events: a place and a time with a page of its own, which moderators can hide and users can report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table community_event (
      id uuid primary key default uuidv7(),
      creator_id uuid not null references account,
      title text not null check (title <> ''),
      description text,
      place jsonb not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      time_zone text not null, -- of the place
      website text check (website like 'https://%'),
      status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
      revision int not null default 0 check (revision >= 0), -- raised at each change
      created_at timestamptz not null,
      changed_at timestamptz not null,
      constraint community_event_ends_later check (ends_at > starts_at)
    )`.execute(db);
  await sql`create index community_event_upcoming on community_event (ends_at) where status = 'scheduled'`.execute(
    db,
  );
  await sql`create index community_event_by_creator on community_event (creator_id, created_at)`.execute(
    db,
  );
  await sql`
    alter table community add event_creators text not null default 'members'
      check (event_creators in ('members', 'moderators'))`.execute(db);
  await sql`alter table content_removal drop constraint content_removal_kind_check`.execute(db);
  await sql`
    alter table content_removal add constraint content_removal_kind_check
      check (kind in ('ride', 'ride-request', 'bio', 'photo', 'event'))`.execute(db);
  await sql`alter table report drop constraint report_subject_kind_check`.execute(db);
  await sql`
    alter table report add constraint report_subject_kind_check
      check (subject_kind in ('person', 'ride', 'ride-request', 'seat-request', 'offer', 'message', 'event'))`.execute(
    db,
  );
}
