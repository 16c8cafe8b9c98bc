-- $1-$3 A, $4-$6 B as unit vectors; $7, $8 the same as geography; $9, $10 the window; $11 wanted or null; $12 seats; $13 walkM;
-- $14 the longest drive to a pickup in seconds; $15 how far off its way any ride may fetch or be walked to, in metres; $16 limit.
-- 7772630.736 is 1.22 x R, 7645210.56 is 1.2 x R, 15.277777777777779 the speed of a detour.
with near as materialized (
  select * from ride
  where departs_at between $9::timestamptz - $14::float8 * interval '1 second' and $10::timestamptz
    and until >= $9::timestamptz
    and ST_DWithin(route, $7::geography, $15::float8, false)
    and ST_DWithin(route, $8::geography, $15::float8, false)
), measured as (
  select id, departs_at, seats_left, max_detour_m, max_detour_s, leg, leg_rad[leg] as leg_rad, start_s[leg] as start_s, leg_s[leg] as leg_s,
    x[leg] as px, y[leg] as py, z[leg] as pz,
    (x[leg + 1] - x[leg] * cos(leg_rad[leg])) / sin(leg_rad[leg]) as tx,
    (y[leg + 1] - y[leg] * cos(leg_rad[leg])) / sin(leg_rad[leg]) as ty,
    (z[leg + 1] - z[leg] * cos(leg_rad[leg])) / sin(leg_rad[leg]) as tz,
    angle(x[leg], y[leg], z[leg], $1, $2, $3) as before_a,
    angle(x[leg + 1], y[leg + 1], z[leg + 1], $1, $2, $3) as after_a,
    angle(x[leg], y[leg], z[leg], $4, $5, $6) as before_b,
    angle(x[leg + 1], y[leg + 1], z[leg + 1], $4, $5, $6) as after_b
  from near cross join lateral generate_series(1, cardinality(leg_rad)) as leg
), walkable as (
  select *,
    least(leg_rad, greatest(0, atan2($1 * tx + $2 * ty + $3 * tz, $1 * px + $2 * py + $3 * pz))) as along_a,
    least(leg_rad, greatest(0, atan2($4 * tx + $5 * ty + $6 * tz, $4 * px + $5 * py + $6 * pz))) as along_b
  from measured
), placed as (
  select *,
    px * cos(along_a) + tx * sin(along_a) as xa, py * cos(along_a) + ty * sin(along_a) as ya, pz * cos(along_a) + tz * sin(along_a) as za,
    px * cos(along_b) + tx * sin(along_b) as xb, py * cos(along_b) + ty * sin(along_b) as yb, pz * cos(along_b) + tz * sin(along_b) as zb
  from walkable
), pickup as (
  select id, departs_at, seats_left, max_detour_m, max_detour_s, leg, leg_rad, start_s, leg_s, false as fetched,
    along_a as before, leg_rad - along_a as after, xa as x, ya as y, za as z,
    7645210.56 * angle(xa, ya, za, $1, $2, $3) as walk_m, 0::float8 as detour_m
  from placed where 7645210.56 * angle(xa, ya, za, $1, $2, $3) <= $13::float8
  union all
  select id, departs_at, seats_left, max_detour_m, max_detour_s, leg, leg_rad, start_s, leg_s, true,
    before_a, after_a, $1, $2, $3, 0, greatest(0, 7772630.736 * (before_a + after_a - leg_rad))
  from placed where (max_detour_m > 0 or max_detour_s > 0)
    and 7772630.736 * (before_a + after_a - leg_rad) <= least(max_detour_m, 15.277777777777779 * max_detour_s) + 1e-3
), dropoff as (
  select id, leg, start_s, leg_s, false as fetched, along_b as before, leg_rad - along_b as after, xb as x, yb as y, zb as z,
    7645210.56 * angle(xb, yb, zb, $4, $5, $6) as walk_m, 0::float8 as detour_m
  from placed where 7645210.56 * angle(xb, yb, zb, $4, $5, $6) <= $13::float8
  union all
  select id, leg, start_s, leg_s, true, before_b, after_b, $4, $5, $6, 0, greatest(0, 7772630.736 * (before_b + after_b - leg_rad))
  from placed where (max_detour_m > 0 or max_detour_s > 0)
    and 7772630.736 * (before_b + after_b - leg_rad) <= least(max_detour_m, 15.277777777777779 * max_detour_s) + 1e-3
), joined as (
  select p.*, d.leg as last_leg, d.start_s as last_start_s, d.leg_s as last_leg_s, d.before as last_before, d.after as last_after,
    d.detour_m as last_detour_m, d.walk_m as last_walk_m, d.fetched as last_fetched,
    case when p.fetched or d.fetched then angle(p.x, p.y, p.z, d.x, d.y, d.z) else d.before - p.before end as between_rad
  from pickup p join dropoff d on d.id = p.id and p.leg <= d.leg
  where (p.leg < d.leg or p.fetched or d.fetched or p.before <= d.before)
    and $12::int <= all (p.seats_left[p.leg:d.leg])
), detoured as (
  select *, before + between_rad + last_after as through_rad,
    case
      when leg < last_leg then detour_m + last_detour_m
      when fetched or last_fetched then greatest(0, 7772630.736 * (before + between_rad + last_after - leg_rad))
      else 0
    end as whole_detour_m
  from joined
), pair as (
  select id, departs_at, max_detour_m, max_detour_s, leg as first_leg, last_leg,
    walk_m + last_walk_m as walk_m, fetched::int + last_fetched::int as fetched, whole_detour_m as detour_m,
    start_s + case
      when leg < last_leg then share(before, before + after) * (leg_s + detour_m / 15.277777777777779)
      else share(before, through_rad) * (leg_s + whole_detour_m / 15.277777777777779)
    end as to_pickup_s,
    case
      when leg < last_leg then (1 - share(before, before + after)) * (leg_s + detour_m / 15.277777777777779)
        + last_start_s - start_s - leg_s
        + share(last_before, last_before + last_after) * (last_leg_s + last_detour_m / 15.277777777777779)
      else share(between_rad, through_rad) * (leg_s + whole_detour_m / 15.277777777777779)
    end as ride_s,
    case
      when leg < last_leg then 7772630.736 * (after + last_before) + start_m_between
      else 7772630.736 * between_rad
    end as distance_m
  from detoured cross join lateral (
    select case when leg + 1 < last_leg
      then 7772630.736 * (select sum(rad) from ride r, unnest(r.leg_rad[leg + 1:last_leg - 1]) as rad where r.id = detoured.id)
      else 0 end as start_m_between
  ) as middle
), allowed as (
  select id, first_leg, last_leg, fetched, detour_m, walk_m, ride_s, detour_m / 15.277777777777779 + walk_m / 1.3 as score,
    date_trunc('milliseconds', departs_at + round(to_pickup_s::numeric, 3) * interval '1 second') as pickup_at
  from pair
  where detour_m <= max_detour_m and detour_m / 15.277777777777779 <= max_detour_s and distance_m >= 2000
), best as (
  select distinct on (id) * from allowed
  where pickup_at between $9::timestamptz and $10::timestamptz
  order by id, round(score::numeric, 5), last_leg - first_leg, fetched, pickup_at
)
select id, score, ride_s - drive_s(7772630.736 * angle($1, $2, $3, $4, $5, $6)) + 2 * walk_m / 1.3
  + coalesce(abs(extract(epoch from pickup_at - $11::timestamptz)::float8), night_s) as "order", pickup_at
from best cross join lateral (
  select (extract(epoch from pickup_at) + 240 * ST_X($7::geography::geometry)::numeric) % 86400 as sun_s
) as sun cross join lateral (
  select case
    when sun_s < 18000 then least(18000 - sun_s, sun_s + 10800)
    when sun_s > 75600 then least(sun_s - 75600, 104400 - sun_s)
    else 0
  end::float8 as night_s
) as night order by "order", pickup_at, id limit $16::int
