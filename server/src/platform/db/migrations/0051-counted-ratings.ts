import { type Kysely, sql } from "kysely";

/**
 * Which published ratings of a user count, so that each one that does not can say why. Same rule as `counted_stars`,
 * which releases before this one use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create function counted_ratings(person uuid) returns setof uuid language plpgsql stable as $$
declare
  one record;
  last_rater uuid;
  last_at timestamptz;
begin
  for one in select id, rater_uid, created_at from rating
    where rated_uid = person and published_at is not null and hidden_at is null and counts
    order by rater_uid, created_at, id
  loop
    if one.rater_uid is distinct from last_rater or one.created_at >= last_at + interval '30 days' then
      last_rater := one.rater_uid;
      last_at := one.created_at;
      return next one.id;
    end if;
  end loop;
end $$;

create or replace function counted_stars(person uuid) returns setof int language sql stable as $$
  select stars from rating where id in (select counted_ratings(person)) $$;`,
    )
    .execute(db);
}
