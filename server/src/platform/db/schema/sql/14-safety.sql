-- Blocks, reports, and what keeps users safe during a trip.

-- Two users who neither see nor contact each other.
create table block (
  blocker_id uuid not null references account on delete cascade,
  blocked_id uuid not null references account on delete cascade,
  at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint block_of_another_user check (blocker_id <> blocked_id)
);
-- Contact restrictions from the other side, and the list of a user's blocks.
create index block_of on block (blocked_id, blocker_id);
create index block_by_time on block (blocker_id, at, blocked_id);

-- A message to the moderators. It stays as it was, whatever happens to its subject and its author.
create table report (
  id uuid primary key default uuidv7(),
  reporter_id uuid references account on delete set null,
  subject_kind text not null,
  subject_id uuid not null,
  subject_uid uuid references account on delete set null, -- the user who is responsible for it
  reason text not null,
  text text,
  snapshot jsonb not null, -- what it looked like
  state text not null default 'open' check (state in ('open', 'closed')),
  outcome text,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint report_subject_kind_check
    check (subject_kind in ('person', 'ride', 'ride-request', 'seat-request', 'offer', 'message')),
  constraint report_closed_has_time check ((state = 'closed') = (closed_at is not null)),
  constraint report_closed_has_outcome check ((state = 'closed') = (outcome is not null))
);
-- A user has one open report about a subject.
create unique index report_once on report (reporter_id, subject_kind, subject_id) where state = 'open';
-- The queue of the moderators, and the reports about a user.
create index report_by_state on report (state, id);
create index report_about on report (subject_uid);

-- A link with which others follow one user's trip live.
create table ride_share (
  id uuid primary key default uuidv7(),
  ride_id uuid not null references ride on delete cascade,
  uid uuid not null references account on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  opened_at timestamptz
);
create index ride_share_of_person on ride_share (ride_id, uid);
create index ride_share_by_person on ride_share (uid);

-- How a trip goes for one user on it; a row exists once there is something to record.
create table trip_progress (
  ride_id uuid not null references ride on delete cascade,
  uid uuid not null references account on delete cascade,
  arrived_at timestamptz,
  arrival_asked_at timestamptz,
  notified_at timestamptz, -- when the trusted contacts were notified that no answer came
  lat float8, -- the last position, for the trusted contacts
  lng float8,
  position_at timestamptz,
  primary key (ride_id, uid),
  constraint trip_progress_asked_before_notified check (notified_at is null or arrival_asked_at is not null),
  constraint trip_progress_lat_has_time check ((lat is null) = (position_at is null)),
  constraint trip_progress_lng_has_time check ((lng is null) = (position_at is null))
);
create index trip_progress_by_person on trip_progress (uid);
-- Users who did not answer whether they arrived.
create index trip_progress_unanswered on trip_progress (arrival_asked_at)
  where arrival_asked_at is not null and arrived_at is null and notified_at is null;
-- Deletes positions.
create index trip_progress_positions on trip_progress (position_at) where position_at is not null;

-- Someone outside Commonlane who is notified if a passenger does not arrive. Of a contact who declines only the hash
-- of the address stays, so that the same user does not ask them again.
create table trusted_contact (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references account on delete cascade,
  name text not null check (length(name) between 1 and 60),
  email text,
  email_hash text not null,
  status text not null default 'invited' check (status in ('invited', 'confirmed', 'declined')),
  removed_at timestamptz,
  created_at timestamptz not null,
  constraint trusted_contact_once unique (owner_id, email_hash),
  constraint trusted_contact_declined_has_no_email check ((email is null) = (status = 'declined')),
  constraint trusted_contact_removed_when_declined check (removed_at is null or status = 'declined')
);
-- Deletes requests that were never answered.
create index trusted_contact_invited on trusted_contact (created_at) where status = 'invited';
create index trusted_contact_by_address on trusted_contact (email_hash);
