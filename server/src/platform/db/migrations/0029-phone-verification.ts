import { type Kysely, sql } from "kysely";

/** Verification of phone numbers with a code in a text message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table profile add constraint profile_verified_phone check (phone is not null or not phone_verified);

-- The key of the hashes below. Its row is locked while text messages are counted.
create table phone_verification_key (
  id boolean primary key default true check (id),
  secret text not null
);

-- The latest code of an account. A correct code deletes it.
create table phone_code (
  uid uuid primary key references account on delete cascade,
  phone_hash text not null, -- the number that it was sent to
  code_hash text not null,
  sent_at timestamptz not null,
  tries integer not null
);

-- Text messages of a day, to limit them. Keyed hashes and no foreign key: a deleted account gives no new messages.
create table text_message (
  id uuid primary key default uuidv7(),
  account_hash text not null,
  phone_hash text, -- null if nothing was sent, because the number had enough
  at timestamptz not null
);
create index text_message_by_account on text_message (account_hash, at);
create index text_message_by_phone on text_message (phone_hash, at) where phone_hash is not null;
create index text_message_by_time on text_message (at);`,
    )
    .execute(db);
}
