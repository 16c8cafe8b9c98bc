-- Moderators, what they did, and the content they removed.

create table moderator (
  uid uuid primary key references account on delete cascade,
  since timestamptz not null
);

-- The audit log: everything moderators did, reading included. Rows are only added; personal data in them is erased.
create table audit_log_entry (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  moderator_uid uuid references account on delete set null, -- null: the command line, a sweep, or a deleted account
  call text not null,
  subject_id uuid, -- of any kind of record
  details jsonb not null, -- what the call was given
  found_uids uuid[] -- the users that a search found: its text is erased with any of them
);
create index audit_log_entry_about on audit_log_entry (subject_id, id);
create index audit_log_entry_by_moderator on audit_log_entry (moderator_uid);

-- A ride, request, bio or photo that moderators hide from other users.
create table content_removal (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('ride', 'ride-request', 'bio', 'photo')),
  subject_id uuid not null, -- of the ride or request, or of the user
  owner_uid uuid not null references account on delete cascade,
  reason text not null,
  original text, -- the bio or the id of the photo, to restore
  hidden_at timestamptz not null,
  hidden_until timestamptz, -- null: until a moderator ends it
  ended_at timestamptz,
  appeal text, -- of the owner
  appealed_at timestamptz,
  decided_at timestamptz,
  note text, -- the moderator's decision
  constraint content_removal_appealed check ((appeal is null) = (appealed_at is null)),
  constraint content_removal_decided
    check ((decided_at is null) = (note is null) and (decided_at is null or appealed_at is not null))
);
-- Whether something is hidden now.
create unique index content_removal_now on content_removal (subject_id, kind) where ended_at is null;
create index content_removal_of_owner on content_removal (owner_uid, id);
create index content_removal_about on content_removal (subject_id, id);
-- The moderators' queue of appeals.
create index content_removal_appeals on content_removal (decided_at, appealed_at) where appealed_at is not null;
-- Ends what is over.
create index content_removal_until on content_removal (hidden_until) where hidden_until is not null and ended_at is null;
