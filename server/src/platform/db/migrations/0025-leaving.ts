import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...leaving, ...places, ...kept]) await sql.raw(statement).execute(db);
}

const leaving = [
  // Who leaves is met by nobody from then on, and may come back until erase_at. What is left after erased_at is a name
  // that others' records can go on pointing to.
  `alter table account
    add leaving_at timestamptz, add leaving_why text check (leaving_why in ('asked', 'dormant')),
    add erase_at timestamptz, add erased_at timestamptz, add last_seen_at timestamptz not null default now(),
    add check ((leaving_at is null) = (leaving_why is null)), add check ((leaving_at is null) = (erase_at is null)),
    add check (erased_at is null or leaving_at is not null)`,
  `create index account_away on account (uid) where suspended_at is not null or leaving_at is not null`,
  `create index account_to_erase on account (erase_at) where leaving_at is not null and erased_at is null`,
  `create index account_dormant on account (last_seen_at) where leaving_at is null and email_verified`,
  // What may be written down is said by the code alone, which several migrations at a time would have to repeat.
  `alter table account_event drop constraint if exists account_event_kind_check`,
];

const places = [
  // What is left of a place that somebody named who is gone: the nearest town, and the kilometre it is in.
  `create function former_place(place jsonb) returns jsonb language sql stable as $$
    select case when place is null then null else jsonb_build_object(
      'label', coalesce((select name from place town where not is_quarter
        order by point(lng, lat) <-> point(($1->>'lng')::float8, ($1->>'lat')::float8) limit 1), 'Somewhere'),
      'lat', round(($1->>'lat')::numeric, 2), 'lng', round(($1->>'lng')::numeric, 2)) end $$`,
  // What others may have been told of that belongs to somebody: rides, requests and conversations.
  `create function things_of(somebody uuid) returns setof uuid language sql stable as $$
    select id from ride where host_id = somebody
    union select id from ride_request where seeker_id = somebody
    union select ride_id from ride_request where seeker_id = somebody and ride_id is not null
    union select id from conversation where somebody in (first_uid, second_uid) or ride_id in (
      select id from ride where host_id = somebody
      union select ride_id from ride_request where seeker_id = somebody) $$`,
];

const kept = [
  `create table data_export (
    id uuid primary key default uuidv7(), uid uuid not null references account on delete cascade,
    asked_at timestamptz not null, ready_at timestamptz, expires_at timestamptz, failed_at timestamptz, file bytea,
    check ((ready_at is null) = (file is null)), check ((ready_at is null) = (expires_at is null)))`,
  `alter table data_export alter column file set storage external`,
  `create unique index data_export_once on data_export (uid) where ready_at is null and failed_at is null`,
  `create index data_export_of_person on data_export (uid, id)`,
  `create index data_export_by_age on data_export (asked_at)`,

  // What somebody agreed to, and when; a version is the digest of the text that they were shown.
  `create table consent (
    uid uuid not null references account on update cascade on delete cascade,
    document text not null check (document in ('privacy-policy', 'terms-of-use')),
    version text not null, agreed_at timestamptz not null, primary key (uid, document, version))`,
  `create table legal_version (
    document text not null, version text not null, updated text not null, body text, first_shown_at timestamptz not null,
    primary key (document, version))`,
];
