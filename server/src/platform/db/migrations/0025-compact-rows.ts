import { type Kysely, sql } from "kysely";

/**
 * Less space per booking and ride. Documents that are only read as a whole become `json`, whose text is a third smaller
 * than `jsonb`: that stores each number as a decimal of 8 to 16 bytes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table ride
  drop constraint ride_points_check,
  drop constraint ride_seats_left,
  alter points type json using points::json,
  alter public_route type json using public_route::json,
  add constraint ride_points_check check (json_array_length(points) between 2 and 16),
  add constraint ride_seats_left check (
    cardinality(seats_left) = json_array_length(points) - 1 and 0 <= all (seats_left) and seats_total >= all (seats_left));
-- Most rides of a host have a public route, so ride_by_host finds these as fast.
drop index ride_with_public_route;

alter table seat_request
  alter pickup type json using pickup::json,
  alter dropoff type json using dropoff::json,
  alter approximate_stops type json using approximate_stops::json;

-- Kinds and causes are long texts; 64 bits of their hash suffice within the notifications of one user.
alter table notification
  drop constraint notification_uid_kind_cause_key,
  alter details type json using details::json;
create unique index notification_once on notification (uid, hashtextextended(kind || ' ' || cause, 0));
-- Those of a user are few, and found by the index above.
drop index notification_by_user;
-- Marks notifications about unread messages as read.
create index notification_of_unread_chat on notification (uid) where kind = 'chat.unread' and read_at is null;

-- A sender's client ids are unique within a conversation. Their hash takes a third of the space, and the sender comes
-- first, so that the messages of a sender need no index of their own.
drop index message_once;
create unique index message_once on message (sender_id, hashtextextended(conversation_id::text || ' ' || client_id, 0));
drop index message_by_sender;

-- Without a second column, rows of one user share an entry of the index, which takes a fifth of the space.
drop index notification_delivery_of_user;
create index notification_delivery_of_user on notification_delivery (uid);
drop index seat_request_by_ride;
create index seat_request_by_ride on seat_request (ride_id);
drop index seat_request_by_seeker;
create index seat_request_by_seeker on seat_request (seeker_id);
drop index conversation_of_member;
create index conversation_of_member on conversation_member (uid);

-- Replies are kept for a day, so it is enough to know the time of each range of pages.
drop index idempotency_key_by_age;
create index idempotency_key_by_age on idempotency_key using brin (created_at) with (pages_per_range = 16);

-- Few conversations have a second user or an opener: those of rides have neither.
drop index conversation_with_second;
create index conversation_with_second on conversation (second_uid) where second_uid is not null;
drop index conversation_by_opener;
create index conversation_by_opener on conversation (opened_by) where opened_by is not null;`,
    )
    .execute(db);
  await splitEvents(db);
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Events as columns. Those that are stored already keep their payload as a whole, and are deleted within days. */
async function splitEvents(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table compact_event (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  at timestamptz not null,
  topic text, -- who receives it besides the users, such as rides
  uids uuid[], -- the users who receive it
  type text not null,
  ids uuid[] not null, -- of the records that it is about, in the order of the event's fields
  details json, -- its other fields
  primary key (xid, id) with (fillfactor = 100), -- always grows at its end
  constraint event_has_recipients check (topic is not null or uids is not null)
);
insert into compact_event (xid, id, at, topic, uids, type, ids, details) overriding system value
  select xid, id, at, topic, uids, payload ->> 'type',
    array(select distinct found[1]::uuid from regexp_matches(payload::text, '${UUID}', 'g') as found), payload
  from event;
select setval('compact_event_id_seq', last_value, is_called) from event_id_seq;
drop table event;
alter table compact_event rename to event;
alter index compact_event_pkey rename to event_pkey;
alter sequence compact_event_id_seq rename to event_id_seq;`,
    )
    .execute(db);
}
