import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Two people have one conversation about each ride and one about none; a ride has one for everybody aboard.
  `create table conversation (
    id uuid primary key default uuidv7(), kind text not null check (kind in ('direct', 'ride')),
    ride_id uuid references ride on delete cascade,
    first_uid uuid references account on delete cascade, second_uid uuid references account on delete cascade,
    opened_by uuid references account on delete cascade,
    last_ordinal int not null default 0, last_at timestamptz not null,
    check ((kind = 'direct') = (first_uid is not null)), check ((kind = 'direct') = (second_uid is not null)),
    check ((kind = 'direct') = (opened_by is not null)), check (first_uid < second_uid),
    check (kind = 'direct' or ride_id is not null))`,
  `create unique index conversation_of_two on conversation (first_uid, second_uid, ride_id) nulls not distinct
    where kind = 'direct'`,
  `create unique index conversation_of_ride on conversation (ride_id) where kind = 'ride'`,
  `create index conversation_about_ride on conversation (ride_id)`,
  `create index conversation_with_second on conversation (second_uid)`,
  `create index conversation_by_opener on conversation (opened_by)`,

  `create table conversation_member (
    conversation_id uuid not null references conversation on delete cascade,
    uid uuid not null references account on delete cascade,
    delivered_ordinal int not null default 0, read_ordinal int not null default 0,
    muted boolean not null default false, left_ordinal int,
    primary key (conversation_id, uid), check (delivered_ordinal >= read_ordinal))`,
  `create index conversation_of_member on conversation_member (uid, conversation_id)`,

  // What a sender calls a message is kept once, however often it is sent. A line of somebody who is gone stays.
  `create table message (
    id uuid not null unique default uuidv7(), conversation_id uuid not null references conversation on delete cascade,
    ordinal int not null check (ordinal > 0), sender_id uuid references account on delete set null,
    client_id text not null, kind text not null check (kind in ('text', 'place', 'note')),
    text text not null check (length(text) <= 4000), masked_text text, hidden text[] not null default '{}',
    place jsonb, note text, sent_at timestamptz not null,
    primary key (conversation_id, ordinal), check ((kind = 'note') = (note is not null)),
    check ((kind = 'place') = (place is not null)), check ((masked_text is null) = (hidden = '{}')))`,
  `create unique index message_once on message (conversation_id, sender_id, client_id)`,
  `create index message_by_sender on message (sender_id)`,
];
