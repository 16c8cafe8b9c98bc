-- Conversations and their messages.

-- Two users have one conversation per ride and one about no ride; a ride has one for everybody on it.
create table conversation (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('direct', 'ride')),
  ride_id uuid references ride on delete cascade,
  first_uid uuid references account on delete cascade, -- of a direct one, in the order of the ids
  second_uid uuid references account on delete cascade,
  opened_by uuid references account on delete cascade,
  last_ordinal int not null default 0, -- of the newest message; the row is locked to raise it
  last_at timestamptz not null,
  constraint conversation_direct_has_first check ((kind = 'direct') = (first_uid is not null)),
  constraint conversation_direct_has_second check ((kind = 'direct') = (second_uid is not null)),
  constraint conversation_direct_has_opener check ((kind = 'direct') = (opened_by is not null)),
  constraint conversation_users_in_order check (first_uid < second_uid),
  constraint conversation_ride_has_ride check (kind = 'direct' or ride_id is not null)
);
create unique index conversation_of_two on conversation (first_uid, second_uid, ride_id) nulls not distinct
  where kind = 'direct';
create unique index conversation_of_ride on conversation (ride_id) where kind = 'ride';
create index conversation_about_ride on conversation (ride_id);
-- The conversations of a user; first_uid is served by conversation_of_two.
create index conversation_with_second on conversation (second_uid);
create index conversation_by_opener on conversation (opened_by);

create table conversation_member (
  conversation_id uuid not null references conversation on delete cascade,
  uid uuid not null references account on delete cascade,
  delivered_ordinal int not null default 0, -- read marks: the newest message that was received, and read
  read_ordinal int not null default 0,
  notified_up_to int, -- how far the user had read when last notified of unread messages
  left_ordinal int, -- the newest message when the user left
  muted boolean not null default false,
  primary key (conversation_id, uid),
  constraint conversation_member_delivered_before_read check (delivered_ordinal >= read_ordinal)
);
create index conversation_of_member on conversation_member (uid, conversation_id);

-- The messages of a deleted user stay, without a sender.
create table message (
  id uuid not null unique default uuidv7(),
  conversation_id uuid not null references conversation on delete cascade,
  ordinal int not null check (ordinal > 0),
  sender_id uuid references account on delete set null,
  client_id text not null, -- chosen by the sender, so that a message sent twice is stored once
  kind text not null check (kind in ('text', 'place', 'note')),
  text text not null check (length(text) <= 4000),
  masked_text text, -- without contact details, for members who have no booking with the sender
  hidden text[] not null default '{}', -- the kinds of contact details that are masked
  place jsonb,
  note text,
  sent_at timestamptz not null,
  primary key (conversation_id, ordinal),
  constraint message_note_has_note check ((kind = 'note') = (note is not null)),
  constraint message_place_has_place check ((kind = 'place') = (place is not null)),
  constraint message_masked_has_kinds check ((masked_text is null) = (hidden = '{}'))
);
create unique index message_once on message (conversation_id, sender_id, client_id);
create index message_by_sender on message (sender_id);
