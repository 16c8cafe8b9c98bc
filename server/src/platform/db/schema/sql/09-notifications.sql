-- Notifications, how they are delivered, and what users chose.

-- A user is notified of a cause once per kind.
create table notification (
  id uuid primary key default uuidv7(),
  uid uuid not null references account on delete cascade,
  kind text not null,
  cause text not null, -- what it is about, such as the id of a seat request
  person_id uuid references account on delete cascade, -- the user who caused it
  path text not null check (path like '/%' and path not like '//%'), -- the page it opens
  details jsonb not null, -- what its text is made of
  expires_at timestamptz, -- when it is of no use any more
  created_at timestamptz not null,
  read_at timestamptz,
  unique (uid, kind, cause)
);
-- The list of a user, and the number of unread ones.
create index notification_by_user on notification (uid, id);
create index notification_unread on notification (uid, id) where read_at is null;
-- Removes notifications about a blocked or deleted user.
create index notification_by_causing_user on notification (person_id);
-- Deletes old rows.
create index notification_by_age on notification (created_at);

-- One row per notification and channel besides the list.
create table notification_delivery (
  notification_id uuid not null references notification on delete cascade,
  channel text not null check (channel in ('push', 'email')),
  uid uuid not null references account on delete cascade,
  state text not null check (state in ('waiting', 'sent', 'delivered', 'failed', 'skipped')),
  reason text,
  due_at timestamptz, -- when to send it; null once it is being sent, or will never be
  batch_id uuid, -- the push or e-mail that carries it, maybe together with others
  changed_at timestamptz not null,
  primary key (notification_id, channel),
  constraint notification_delivery_due_while_waiting check (due_at is null or state = 'waiting')
);
-- Sends what is due.
create index notification_delivery_due on notification_delivery (due_at) where due_at is not null;
-- What a user received lately, for limits and digests.
create index notification_delivery_of_user on notification_delivery (uid, channel, changed_at);
create index notification_delivery_by_batch on notification_delivery (batch_id) where batch_id is not null;

-- Keys that all processes share. One row.
create table notification_key (
  id boolean primary key default true check (id),
  push_public_key text not null,
  push_private_key text not null,
  link_secret text not null -- signs unsubscribe links
);

-- Browsers that receive push messages.
create table push_subscription (
  id uuid primary key default uuidv7(),
  uid uuid not null references account on delete cascade,
  session_id uuid not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text, -- such as "Chrome on Linux"
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  pushed_at timestamptz,
  failure text
);
create index push_subscription_by_person on push_subscription (uid);
create index push_subscription_by_session on push_subscription (session_id);

create table notification_preference (
  uid uuid primary key references account on delete cascade,
  channels jsonb not null default '{}', -- only what differs from the default
  quiet_from text, -- local time, HH:MM
  quiet_until text,
  time_zone text,
  constraint notification_preference_quiet_complete check ((quiet_from is null) = (quiet_until is null)),
  constraint notification_preference_quiet_has_zone check ((quiet_from is null) = (time_zone is null))
);

-- Reminders that were sent. A ride that moves to another hour is reminded of again.
create table reminder (
  kind text not null,
  subject_id uuid not null,
  for_at timestamptz not null,
  primary key (kind, subject_id, for_at)
);
-- Deletes old rows.
create index reminder_by_age on reminder (for_at);
