-- Moderators, what they did, and the content they removed.

create table moderator (
  uid uuid primary key references account on delete cascade,
  since timestamptz not null
);

-- The audit log: everything moderators did, reading included. Rows are only added; personal data in them is erased.
create table moderator_act (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  moderator_uid uuid references account on delete set null, -- null: the command line, a sweep, or a deleted account
  call text not null,
  about_id uuid, -- of any kind of record
  said jsonb not null, -- what the call was given
  found uuid[] -- the users that a search found: its text is erased with any of them
);
create index moderator_act_about on moderator_act (about_id, id);
create index moderator_act_by on moderator_act (moderator_uid);

-- A ride, request, bio or photo that moderators hide from other users.
create table hiding (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('ride', 'ride-request', 'bio', 'photo')),
  about_id uuid not null, -- of the ride or request, or of the user
  owner_uid uuid not null references account on delete cascade,
  reason text not null,
  kept text, -- the bio or the id of the photo, to restore it
  hidden_at timestamptz not null,
  hidden_until timestamptz, -- null: until a moderator ends it
  ended_at timestamptz,
  appeal text, -- of the owner
  appealed_at timestamptz,
  decided_at timestamptz,
  note text, -- the moderator's decision
  constraint hiding_appealed check ((appeal is null) = (appealed_at is null)),
  constraint hiding_decided
    check ((decided_at is null) = (note is null) and (decided_at is null or appealed_at is not null))
);
-- Whether something is hidden now.
create unique index hiding_now on hiding (about_id, kind) where ended_at is null;
create index hiding_of_owner on hiding (owner_uid, id);
create index hiding_about on hiding (about_id, id);
-- The moderators' queue of appeals.
create index hiding_appeals on hiding (decided_at, appealed_at) where appealed_at is not null;
-- Ends what is over.
create index hiding_until on hiding (hidden_until) where hidden_until is not null and ended_at is null;
