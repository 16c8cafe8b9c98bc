import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // docs/domain.md, Ratings: which bookings count for ratings and reliability. One that was cancelled has no completion.
  `create function booking_counts(booking seat_request, journey ride) returns boolean language sql stable as $$
    select (select coalesce(sum(metres), 0) >= 2000
        from unnest(journey.leg_distance_m[booking.first_leg + 1 : booking.last_leg + 1]) as leg (metres))
      and booking.dropoff_at - booking.pickup_at >= interval '5 minutes'
      and journey.departs_at - coalesce(booking.decided_at, booking.created_at) >= interval '15 minutes'
      and (booking.status = 'cancelled' or booking.ended_at is null
        or booking.ended_at >= journey.departs_at + 0.5 * (journey.arrives_at - journey.departs_at)) $$`,

  `alter table rating add counts boolean not null default true`,
  // Of the ratings by one person the first counts, and then the next one that is 30 days younger than the last that did.
  `create function counted_stars(person uuid) returns setof int language plpgsql stable as $$
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
    end $$`,
  `create or replace function count_ratings() returns trigger language plpgsql as $$
    begin
      perform 1 from profile where uid in (select rated_uid from changed where published_at is not null)
        order by uid for no key update;
      update profile set rating_count = told.count, rating_sum = told.sum
        from (select uid as of, count, sum
          from (select distinct rated_uid as uid from changed where published_at is not null) as people
            cross join lateral (
              select count(*) as count, coalesce(sum(stars), 0) as sum from counted_stars(people.uid) as stars) as counted
          ) as told
        where uid = told.of and (rating_count, rating_sum) is distinct from (told.count, told.sum);
      return null;
    end $$`,
  // Its trigger counts everybody again, by the new rule.
  `update rating set counts = coalesce((
    select bool_or(booking_counts(seat_request, ride))
    from seat_request join ride on ride.id = seat_request.ride_id
    where ride.id = rating.ride_id and host_id in (rater_uid, rated_uid) and seeker_id in (rater_uid, rated_uid)
      and seat_request.status in ('accepted', 'completed', 'disputed', 'cancelled')), true)`,

  `alter table reliability_event drop constraint reliability_event_kind_check`,
  `alter table reliability_event add constraint reliability_event_kind_check check (kind in
    ('travelled', 'cancelled', 'released', 'disputed', 'absent', 'cleared', 'answered', 'unanswered', 'uncounted'))`,
  // Those whose numbers change are counted when a server starts.
  `with changed as (
      update reliability_event set kind = 'uncounted', seconds = null
      from seat_request join ride on ride.id = seat_request.ride_id
      where seat_request.id = seat_request_id and kind in ('travelled', 'cancelled', 'absent')
        and not booking_counts(seat_request, ride)
      returning uid)
    update profile set reliability = null where uid in (select uid from changed)`,
];
