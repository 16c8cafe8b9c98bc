import { type Kysely, sql } from "kysely";

/** Marks that say where members belong, such as "Member of Example University". */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table trust_mark (
  id uuid primary key default uuidv7(),
  name text not null check (name <> ''),
  meaning text not null check (meaning <> ''),
  email_domains text[] not null, -- verified addresses at these domains gain it
  claim_rules jsonb not null, -- what sign-in providers must say about a person
  by_team boolean not null, -- moderators and administrators may grant it
  lifetime_days integer not null check (lifetime_days between 1 and 3650),
  changed_at timestamptz not null
);
create unique index trust_mark_by_name on trust_mark (lower(name));

-- Why a member holds a mark, one row per source. An address that no longer counts keeps its row until it is renewed.
create table mark_grant (
  id uuid primary key default uuidv7(),
  uid uuid not null references account on delete cascade,
  mark_id uuid not null references trust_mark on delete cascade,
  source text not null check (source in ('email', 'institution', 'team')),
  provider_id text references sign_in_provider on delete cascade,
  granted_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null,
  granted_by uuid references account on delete set null,
  reminded_at timestamptz, -- the owner knows that it will expire
  ended_at timestamptz, -- the owner knows that it has expired
  constraint mark_grant_provider check ((source = 'institution') = (provider_id is not null)),
  constraint mark_grant_once unique nulls not distinct (uid, mark_id, source, provider_id)
);
create index mark_grant_by_mark on mark_grant (mark_id);
create index mark_grant_by_provider on mark_grant (provider_id) where provider_id is not null;
create index mark_grant_by_granter on mark_grant (granted_by) where granted_by is not null;
-- Reminders and expiry.
create index mark_grant_by_expiry on mark_grant (expires_at) where ended_at is null;

-- Marks that their owners do not show. Kept when a mark is lost, so that it does not come back visible.
create table hidden_mark (
  uid uuid not null references account on delete cascade,
  mark_id uuid not null references trust_mark on delete cascade,
  primary key (uid, mark_id)
);
create index hidden_mark_by_mark on hidden_mark (mark_id);`,
    )
    .execute(db);
}
