import { type Kysely, sql } from "kysely";

/** Renames what strangers see of a place from "area", "about" and "told" to "approximate". */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table ride_request rename column origin_area to approximate_origin;
alter table ride_request rename column destination_area to approximate_destination;
alter table ride_request rename column area_lat to approximate_lat;
alter table ride_request rename column area_lng to approximate_lng;
alter index ride_request_by_area rename to ride_request_by_approximate_place;
alter table active_driver rename column heading_to_area to approximate_heading_to;

-- Quotes within a text are escaped, so the patterns match keys and values only.
update ride set points = regexp_replace(points::text, '"shown": ?"area"', '"shown":"approximate"', 'g')::json
  where points::text ~ '"shown": ?"area"';
update ride set driven_route = replace(replace(driven_route::text, '"about":', '"approximateAt":'), '"told":', '"approximate":')::jsonb
  where driven_route is not null;
update ride_series set terms = replace(terms::text, '"shown": "area"', '"shown": "approximate"')::jsonb
  where terms::text like '%"shown": "area"%';
update ride_template set terms = replace(terms::text, '"shown": "area"', '"shown": "approximate"')::jsonb
  where terms::text like '%"shown": "area"%';`,
    )
    .execute(db);
}
