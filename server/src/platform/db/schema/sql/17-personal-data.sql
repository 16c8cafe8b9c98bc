-- What users agreed to, the exports of their data, and what remains of them after deletion.

-- A request for a copy of one's data, and the copy.
create table data_export (
  id uuid primary key default uuidv7(),
  uid uuid not null references account on delete cascade,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  failed_at timestamptz,
  file bytea, -- a ZIP
  constraint data_export_ready_has_file check ((ready_at is null) = (file is null)),
  constraint data_export_ready_expires check ((ready_at is null) = (expires_at is null))
);
-- A ZIP is compressed already.
alter table data_export alter column file set storage external;
-- A user has one export in preparation.
create unique index data_export_once on data_export (uid) where ready_at is null and failed_at is null;
create index data_export_of_person on data_export (uid, id);
-- Deletes old rows.
create index data_export_by_age on data_export (requested_at);

-- Which version of which text a user agreed to. A version is the digest of the text.
create table consent (
  uid uuid not null references account on update cascade on delete cascade,
  document text not null check (document in ('privacy-policy', 'terms-of-use')),
  version text not null,
  agreed_at timestamptz not null,
  primary key (uid, document, version)
);

-- Every text that users could agree to.
create table legal_version (
  document text not null,
  version text not null,
  updated text not null,
  body text, -- null: the text that comes with the release
  first_shown_at timestamptz not null,
  primary key (document, version)
);

-- What remains of a place that a former member chose: the nearest town, and the position to about a kilometre.
create function former_place(place jsonb) returns jsonb language sql stable as $$
  select case when place is null then null else jsonb_build_object(
    'label', coalesce((select name from place town where not is_quarter
      order by point(lng, lat) <-> point(($1->>'lng')::float8, ($1->>'lat')::float8) limit 1), 'Somewhere'),
    'lat', round(($1->>'lat')::numeric, 2), 'lng', round(($1->>'lng')::numeric, 2)) end $$;

-- The records of a user that others may have been notified of: rides, ride requests and conversations.
create function records_of(somebody uuid) returns setof uuid language sql stable as $$
  select id from ride where host_id = somebody
  union select id from ride_request where seeker_id = somebody
  union select ride_id from ride_request where seeker_id = somebody and ride_id is not null
  union select id from conversation where somebody in (first_uid, second_uid) or ride_id in (
    select id from ride where host_id = somebody
    union select ride_id from ride_request where seeker_id = somebody) $$;
