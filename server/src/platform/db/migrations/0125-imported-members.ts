import { type Kysely, sql } from "kysely";

/** People of another platform, until they take over their data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table imported_member (
  email_hash text collate "C" primary key,
  email text collate "C" unique,
  platform text not null check (platform <> ''),
  content json,
  imported_at timestamptz not null,
  expires_at timestamptz not null,
  invitation_requested_at timestamptz,
  invited_at timestamptz,
  removal_token_hash text collate "C" unique,
  constraint imported_member_waits check ((email is null) = (content is null))
);
create index imported_member_by_expiry on imported_member (expires_at);
create index imported_member_to_invite on imported_member (invitation_requested_at)
  where invited_at is null and email is not null;
comment on column imported_member.email is 'Null once the data are taken over or deleted: then only the hash stays, so that the same file brings nothing back.';
comment on column imported_member.content is 'Profile, vehicles and series as the contract has them.';
comment on column imported_member.removal_token_hash is 'Of the link in the invitation that deletes the data.';`,
    )
    .execute(db);
}
