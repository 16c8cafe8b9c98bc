import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Who is suspended is written to by a sweep, because commands mail nothing; those of before know it.
  `alter table account add suspension_told_at timestamptz`,
  `update account set suspension_told_at = suspended_at where suspended_at is not null`,
  `create index account_suspended_untold on account (suspended_at) where suspended_at is not null and suspension_told_at is null`,

  // about_id is of a ride or a request, or a person whose words or photo it is; kept is what has to come back with it.
  `create table hiding (
    id uuid primary key default uuidv7(), kind text not null check (kind in ('ride', 'ride-request', 'bio', 'photo')),
    about_id uuid not null, owner_uid uuid not null references account on delete cascade, reason text not null, kept text,
    hidden_at timestamptz not null, ended_at timestamptz,
    appeal text, appealed_at timestamptz, decided_at timestamptz, note text,
    constraint hiding_appealed check ((appeal is null) = (appealed_at is null)),
    constraint hiding_decided check ((decided_at is null) = (note is null) and (decided_at is null or appealed_at is not null)))`,
  `create unique index hiding_now on hiding (about_id, kind) where ended_at is null`,
  `create index hiding_of_owner on hiding (owner_uid, id)`,
  `create index hiding_about on hiding (about_id, id)`,
  `create index hiding_appeals on hiding (decided_at, appealed_at) where appealed_at is not null`,
];
