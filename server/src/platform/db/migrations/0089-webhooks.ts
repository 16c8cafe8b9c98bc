import { type Kysely, sql } from "kysely";

/** Webhooks, their deliveries, and the last version of each ride, request and event that was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table webhook (
  id uuid primary key default uuidv7(),
  name text not null check (name <> ''),
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  created_at timestamptz not null,
  last_delivered_at timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz
);

create table webhook_delivery (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references webhook on delete cascade,
  type text not null,
  about_id uuid not null,
  created_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts int not null default 0,
  last_status int
);
create index webhook_delivery_by_webhook on webhook_delivery (webhook_id, id);
create index webhook_delivery_by_time on webhook_delivery (created_at);

create table webhook_subject (
  kind text collate "C" not null check (kind in ('ride', 'request', 'event')),
  about_id uuid not null,
  digest text not null,
  ends_at timestamptz not null,
  primary key (kind, about_id)
);
create index webhook_subject_by_end on webhook_subject (ends_at);`,
    )
    .execute(db);
}
