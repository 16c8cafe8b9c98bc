import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...role, ...suspensions, ...ratings]) await sql.raw(statement).execute(db);
}

const role = [
  `create table moderator (uid uuid primary key references account on delete cascade, since timestamptz not null)`,

  // What moderators did, looking included. Nothing changes or deletes a line; about_id is of any kind of thing.
  `create table moderator_act (
    id uuid primary key default uuidv7(), at timestamptz not null, moderator_uid uuid references account on delete set null,
    call text not null, about_id uuid, said jsonb not null)`,
  `create index moderator_act_about on moderator_act (about_id, id)`,
  `create index moderator_act_by on moderator_act (moderator_uid)`,
];

const suspensions = [
  `alter table account add suspended_until timestamptz, add suspended_for text,
    add constraint account_suspension check (suspended_at is not null or (suspended_until is null and suspended_for is null))`,
  `create index account_suspended_until on account (suspended_until) where suspended_until is not null`,
];

const ratings = [
  `alter table rating add hidden_at timestamptz`,
  `alter table rating_appeal add decided_at timestamptz, add note text,
    add constraint rating_appeal_decided check ((decided_at is null) = (note is null))`,
  `create index rating_appeal_by_state on rating_appeal (decided_at, created_at)`,

  // As before, but for those that moderators hid.
  `create or replace function count_ratings() returns trigger language plpgsql as $$
    begin
      perform 1 from profile where uid in (select rated_uid from changed where published_at is not null)
        order by uid for no key update;
      update profile set rating_count = told.count, rating_sum = told.sum
        from (select uid as of, count(rating.id) as count, coalesce(sum(stars), 0) as sum
          from (select distinct rated_uid as uid from changed where published_at is not null) as people
            left join rating on rated_uid = uid and published_at is not null and hidden_at is null
          group by uid) as told
        where uid = told.of and (rating_count, rating_sum) is distinct from (told.count, told.sum);
      return null;
    end $$`,
];
