-- The rule of the domain's page in SQL, over one index. Points are unit vectors, so that angles need no function of PostGIS.
create extension postgis;
create extension btree_gist;

create table ride (
  id uuid primary key,
  departs_at timestamptz not null,
  -- The last instant of any pickup.
  until timestamptz not null,
  route geography (LineString, 4326) not null,
  x float8[] not null,
  y float8[] not null,
  z float8[] not null,
  -- Of each leg its angle, and the seconds driven before it.
  leg_rad float8[] not null,
  start_s float8[] not null,
  -- The estimated seconds of each leg.
  leg_s float8[] not null,
  seats_left int[] not null,
  max_detour_m float8 not null,
  max_detour_s float8 not null
);

create function angle(ax float8, ay float8, az float8, bx float8, by float8, bz float8) returns float8
language sql immutable parallel safe as $$
  select 2 * atan2(
    sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz)),
    sqrt((ax + bx) * (ax + bx) + (ay + by) * (ay + by) + (az + bz) * (az + bz)))
$$;

-- A piece of a leg; a leg of length 0 has none.
create function share(piece float8, whole float8) returns float8
language sql immutable parallel safe as $$ select case when whole > 0 then piece / whole else 0 end $$;

-- The estimated seconds of a way: 4 km in towns, 26 km on country roads, the rest on motorways.
create function drive_s(metres float8) returns float8
language sql immutable parallel safe as $$
  select 3.6 * (least(metres, 4000) / 30 + least(greatest(metres - 4000, 0), 26000) / 55 + greatest(metres - 30000, 0) / 114)
$$;
