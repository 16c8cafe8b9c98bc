-- Ratings and what moderators decide about them.

-- One per ride and direction. Published when both sides have rated, or at publishes_at.
create table rating (
  id uuid primary key default uuidv7(),
  ride_id uuid not null references ride,
  rater_uid uuid not null references account,
  rated_uid uuid not null references account,
  stars int not null check (stars between 1 and 5),
  comment text check (length(comment) <= 1000),
  counts boolean not null default true, -- whether the booking counts
  created_at timestamptz not null,
  publishes_at timestamptz not null,
  published_at timestamptz,
  reply text check (length(reply) <= 1000),
  replied_at timestamptz,
  hidden_at timestamptz, -- by a moderator
  constraint rating_once unique (ride_id, rater_uid, rated_uid),
  constraint rating_of_another_user check (rater_uid <> rated_uid),
  constraint rating_reply_has_time check ((reply is null) = (replied_at is null)),
  constraint rating_reply_after_publication check (replied_at is null or published_at is not null)
);
-- The published ratings of a user.
create index rating_of_person on rating (rated_uid, published_at, id) where published_at is not null;
create index rating_by_person on rating (rater_uid, rated_uid, id);
-- Publishes what is due.
create index rating_to_publish on rating (publishes_at) where published_at is null;

-- What a rated user asks the moderators.
create table rating_appeal (
  rating_id uuid primary key references rating on delete cascade,
  reason text not null check (length(reason) <= 1000),
  created_at timestamptz not null,
  decided_at timestamptz,
  note text, -- of the moderator
  constraint rating_appeal_decided check ((decided_at is null) = (note is null))
);
-- The queue of the moderators.
create index rating_appeal_by_state on rating_appeal (decided_at, created_at);

-- The stars that make up a reputation: of several ratings by one user, the first counts, and then the next one that is
-- 30 days younger than the last that did.
create function counted_stars(person uuid) returns setof int language plpgsql stable as $$
declare
  one record;
  last_rater uuid;
  last_at timestamptz;
begin
  for one in select rater_uid, stars, created_at from rating
    where rated_uid = person and published_at is not null and hidden_at is null and counts
    order by rater_uid, created_at, id
  loop
    if one.rater_uid is distinct from last_rater or one.created_at >= last_at + interval '30 days' then
      last_rater := one.rater_uid;
      last_at := one.created_at;
      return next one.stars;
    end if;
  end loop;
end $$;

-- Keeps the reputation in the profile. Profiles are locked in the order of their ids, so that two transactions that
-- publish at once cannot deadlock; ratings that are not published touch none.
create function count_ratings() returns trigger language plpgsql as $$
begin
  perform 1 from profile where uid in (select rated_uid from changed where published_at is not null)
    order by uid for no key update;
  update profile set rating_count = counted.count, rating_sum = counted.sum
    from (select distinct rated_uid from changed where published_at is not null) as rated
      cross join lateral (
        select count(*) as count, coalesce(sum(stars), 0) as sum from counted_stars(rated.rated_uid) as stars) as counted
    where uid = rated.rated_uid and (rating_count, rating_sum) is distinct from (counted.count, counted.sum);
  return null;
end $$;

create trigger rating_after_insert after insert on rating referencing new table as changed
  for each statement execute function count_ratings();
create trigger rating_after_update after update on rating referencing new table as changed
  for each statement execute function count_ratings();
create trigger rating_after_delete after delete on rating referencing old table as changed
  for each statement execute function count_ratings();
