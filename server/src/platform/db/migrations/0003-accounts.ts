import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table session add column device text`,

  // No reference to the account: a claim that another replaces gets another id, and the link must not follow it there.
  `create table mailed_link (
    token_hash text primary key, purpose text not null check (purpose in ('email-verification', 'email-undo')),
    uid uuid not null, email text not null, created_at timestamptz not null, expires_at timestamptz not null,
    used_at timestamptz)`,
  `create index mailed_link_by_uid on mailed_link (uid)`,
  `create index mailed_link_by_expiry on mailed_link (expires_at)`,

  // How many letters with codes or links somebody in a network had sent to an address on a day.
  `create table code_request (
    email text not null, day date not null, network_hash text not null, count int not null,
    primary key (email, day, network_hash))`,
  `create index code_request_by_day on code_request (day)`,

  // No reference either: a refused sign-in is written down the same way where there is no account.
  `create table account_event (
    id uuid primary key default uuidv7(), uid uuid not null,
    kind text not null check (kind in ('signed-up', 'signed-in', 'sign-in-failed', 'password-changed', 'email-changed',
      'session-ended', 'suspended')),
    at timestamptz not null, network text, device text, session_id uuid, reason text)`,
  `create index account_event_by_uid on account_event (uid, at desc, id desc)`,
  `create index account_event_by_age on account_event (at)`,
];
