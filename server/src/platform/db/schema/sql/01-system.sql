-- What the platform itself needs: ids, the outbox of domain events, idempotent calls, rate limits and the local mailbox.

-- PostgreSQL 18 and later have uuidv7(); older versions get the same function here (RFC 9562, section 5.7).
do $do$ begin
  if to_regproc('pg_catalog.uuidv7') is null then
    create function uuidv7() returns uuid language sql volatile as $sql$
      select encode(set_byte(set_byte(
        overlay(uuid_send(gen_random_uuid()) placing
          substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        6, (b'0111' || get_byte(uuid_send(gen_random_uuid()), 6)::bit(4))::bit(8)::int),
        8, (b'10' || get_byte(uuid_send(gen_random_uuid()), 8)::bit(6))::bit(8)::int), 'hex')::uuid
    $sql$;
  end if;
end $do$;

-- The outbox of domain events. Ordered by transaction first, because ids are drawn before it is known who commits when.
create table event (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  topic text not null, -- who receives it, such as person:<uid>
  second_topic text, -- a second topic, so that two users share one row
  payload jsonb not null, -- the event: its type and the ids of the records it is about
  at timestamptz not null,
  primary key (xid, id)
);

-- The offset up to which each consumer has read the outbox.
create table event_consumer (
  name text primary key,
  xid xid8 not null,
  id bigint not null,
  seen_at timestamptz not null default now() -- a consumer that nobody runs any more stops keeping events
);

-- Events that a consumer failed to handle several times, for the operator to look at.
create table failed_event (
  consumer text not null,
  seq text not null, -- the offset of the event
  type text not null,
  published_at timestamptz not null,
  error text not null,
  failed_at timestamptz not null,
  primary key (consumer, seq)
);
-- Deletes old rows.
create index failed_event_by_age on failed_event (failed_at);

-- The reply to a call with an idempotency key, so that a retry receives the same one.
create table idempotency_key (
  uid uuid not null,
  key uuid not null, -- digest of the key that the client sent
  call uuid not null, -- digest of the call and its body
  status smallint not null,
  reply bytea not null, -- compressed
  id_hashes int[] not null, -- short hashes of the ids in the reply, to find it when one of them is erased
  created_at timestamptz not null,
  primary key (uid, key)
);
-- Deletes old rows.
create index idempotency_key_by_age on idempotency_key (created_at);

-- Calls counted against a rate limit by all processes together. Unlogged, as losing the counts in a crash does no harm.
create unlogged table rate_count (
  key text primary key,
  taken int not null check (taken >= 0),
  granted int not null check (granted >= 0), -- given out to processes in advance
  ends_at timestamptz not null
) with (fillfactor = 50);

-- The local mailbox: e-mails that were not sent because no mail server is configured.
create table dev_email (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null
);
-- Lists the newest e-mails of an address.
create index dev_email_by_recipient on dev_email (recipient, id desc);
