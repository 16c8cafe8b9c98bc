import { type Kysely, sql } from "kysely";

/** Groups of members who belong together, and who may create them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table member_group (
  id uuid primary key default uuidv7(),
  name text not null check (name <> ''),
  description text,
  joining text not null check (joining in ('open', 'approval', 'invitation')),
  needs_mark boolean not null, -- with no mark: the community has removed it, and no member meets it
  required_mark_id uuid references trust_mark on delete set null,
  is_listed boolean not null,
  shows_size boolean not null,
  member_list text not null check (member_list in ('members', 'managers')),
  invitation_hash text unique,
  invitation_created_at timestamptz,
  created_at timestamptz not null,
  constraint member_group_mark check (needs_mark or required_mark_id is null),
  constraint member_group_invitation check ((invitation_hash is null) = (invitation_created_at is null))
);
create index member_group_by_name on member_group (lower(name), id);
create index member_group_by_mark on member_group (required_mark_id) where required_mark_id is not null;

create table group_member (
  group_id uuid not null references member_group on delete cascade,
  uid uuid not null references account on delete cascade,
  role text not null check (role in ('manager', 'member')),
  joined_at timestamptz not null,
  primary key (group_id, uid)
);
create index group_member_by_uid on group_member (uid);

create table group_join_request (
  group_id uuid not null references member_group on delete cascade,
  uid uuid not null references account on delete cascade,
  message text check (message <> ''),
  requested_at timestamptz not null,
  primary key (group_id, uid)
);
create index group_join_request_by_uid on group_join_request (uid);

alter table community add group_creators text not null default 'members'
  check (group_creators in ('members', 'moderators'));`,
    )
    .execute(db);
}
