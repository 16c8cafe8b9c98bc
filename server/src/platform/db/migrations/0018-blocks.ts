import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table block (
    blocker_id uuid not null references account on delete cascade,
    blocked_id uuid not null references account on delete cascade,
    at timestamptz not null, primary key (blocker_id, blocked_id), check (blocker_id <> blocked_id))`,
  `create index block_of on block (blocked_id, blocker_id)`,
  `create index block_by_time on block (blocker_id, at, blocked_id)`,

  `create index account_suspended on account (uid) where suspended_at is not null`,

  // What was reported is kept as it was, whatever becomes of it or of who reported it.
  `create table report (
    id uuid primary key default uuidv7(), reporter_id uuid references account on delete set null,
    about_kind text not null check (about_kind in ('person', 'ride', 'ride-request', 'message')),
    about_id uuid not null, about_uid uuid references account on delete set null,
    reason text not null, text text, snapshot jsonb not null, created_at timestamptz not null,
    state text not null default 'open' check (state in ('open', 'closed')), outcome text, closed_at timestamptz,
    check ((state = 'closed') = (closed_at is not null)), check ((state = 'closed') = (outcome is not null)))`,
  // While a report waits, the same one is not taken down twice.
  `create unique index report_once on report (reporter_id, about_kind, about_id) where state = 'open'`,
  `create index report_by_state on report (state, id)`,
  `create index report_about on report (about_uid)`,
];
