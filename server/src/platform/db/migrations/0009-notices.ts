import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Nobody is told the same thing twice, whatever asks for it again: the cause is what it is told once about.
  `create table notice (
    id uuid primary key default uuidv7(), uid uuid not null references account on delete cascade,
    kind text not null, cause text not null, person_id uuid references account on delete cascade,
    path text not null check (path like '/%' and path not like '//%'), details jsonb not null,
    late_at timestamptz, created_at timestamptz not null, read_at timestamptz, unique (uid, kind, cause))`,
  `create index notice_by_person on notice (uid, id)`,
  `create index notice_unread on notice (uid, id) where read_at is null`,
  `create index notice_by_doer on notice (person_id)`,
  `create index notice_by_age on notice (created_at)`,

  `create table notice_delivery (
    notice_id uuid not null references notice on delete cascade, channel text not null check (channel in ('push', 'email')),
    uid uuid not null references account on delete cascade,
    state text not null check (state in ('waiting', 'sent', 'delivered', 'failed', 'skipped')),
    reason text, due_at timestamptz, changed_at timestamptz not null, parcel_id uuid,
    primary key (notice_id, channel), check (due_at is null or state = 'waiting'))`,
  `create index notice_delivery_due on notice_delivery (due_at) where due_at is not null`,
  `create index notice_delivery_of_person on notice_delivery (uid, channel, changed_at)`,
  `create index notice_delivery_by_parcel on notice_delivery (parcel_id) where parcel_id is not null`,

  // One row, so that every process sends with the same keys, and a subscription made today is good tomorrow.
  `create table notice_key (
    id boolean primary key default true check (id), push_public_key text not null, push_private_key text not null,
    link_secret text not null)`,

  `create table push_subscription (
    id uuid primary key default uuidv7(), uid uuid not null references account on delete cascade,
    session_id uuid not null, endpoint text not null unique, p256dh text not null, auth text not null, device text,
    created_at timestamptz not null, refreshed_at timestamptz not null, pushed_at timestamptz, failure text)`,
  `create index push_subscription_by_person on push_subscription (uid)`,
  `create index push_subscription_by_session on push_subscription (session_id)`,

  `create table notice_preference (
    uid uuid primary key references account on delete cascade, channels jsonb not null default '{}',
    quiet_from text, quiet_until text, time_zone text,
    check ((quiet_from is null) = (quiet_until is null)), check ((quiet_from is null) = (time_zone is null)))`,

  // What was reminded of, and the hour that it was about: of another hour one is reminded again.
  `create table reminder (
    kind text not null, subject_id uuid not null, for_at timestamptz not null, primary key (kind, subject_id, for_at))`,
  `create index reminder_by_age on reminder (for_at)`,
];
