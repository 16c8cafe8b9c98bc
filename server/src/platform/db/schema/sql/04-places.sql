-- The towns and quarters that place search knows. Filled from server/data and replaced as a whole, so nothing refers to it.

create table place (
  id int not null,
  name text not null,
  key text collate "C" not null, -- the folded name; in byte order, so that a prefix is a range of the index
  country text not null,
  region text not null,
  population int not null,
  lat float8 not null,
  lng float8 not null,
  is_quarter boolean not null -- part of a town
);
create unique index place_id on place (id);
-- Searches by prefix, largest first. Short prefixes have thousands of matches; for these only large towns are read.
create index place_key on place (key, population desc, id);
create index place_city on place (key, population desc, id) where population >= 100000;
-- Finds the nearest towns, in degrees as if on a plane; the candidates are then measured on the sphere.
create index place_position on place using gist (point(lng, lat)) where not is_quarter;

-- Other names and spellings of a place.
create table place_name (
  place_id int not null,
  name text not null,
  key text collate "C" not null,
  population int not null
);
-- As for place.
create index place_name_key on place_name (key, population desc, place_id);
create index place_name_city on place_name (key, population desc, place_id) where population >= 100000;

-- Which version of the data the tables hold: one row, or none yet.
create table place_import (
  version text not null
);
