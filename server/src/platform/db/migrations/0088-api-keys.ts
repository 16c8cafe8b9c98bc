import { type Kysely, sql } from "kysely";

/** Keys with which programs act for a member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table api_key (
  id uuid primary key default uuidv7(),
  uid uuid not null references account on delete cascade,
  name text not null check (name <> ''),
  key_hash text collate "C" not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index api_key_by_owner on api_key (uid);

create trigger revocation_of_key after delete on api_key for each row
  execute function record_revocation('key-revoked', 'id');`,
    )
    .execute(db);
}
