import { type RawBuilder, sql } from "kysely";
import { greatCircleKm } from "#platform/db/within-radius.ts";
import type { Corridor } from "./corridor.ts";

/**
 * Joins corridors, as `part`, with the rows of a table in each of their boxes, as `alias`. A database that does not know yet how many rows there are would compare each of them with each box; here it searches
 * the index of their positions once for each box.
 */
export const joinInBoxes = (
  corridors: readonly Corridor[],
  rows: {
    readonly alias: string;
    /** Selects those whose position is in `part.area`. */
    readonly inArea: RawBuilder<unknown>;
  },
): RawBuilder<unknown> => sql`
  ${corridorBoxes(corridors)} as part
  cross join lateral (${rows.inArea} offset 0) as ${sql.id(rows.alias)}`;

/**
 * Corridors as a table for joins: `part (ride_id, host_id, host_gender, audience, members_of, starts, ends, seats, area,
 * reach, start_lat, start_lng, end_lat, end_lng, length_km)`, with a row for each box. `reach` is the box around all
 * boxes of a ride, for the other end, which must lie in the corridor as well.
 */
function corridorBoxes(corridors: readonly Corridor[]): RawBuilder<unknown> {
  const rows = corridors.flatMap((corridor) => {
    const { boxes } = corridor;
    const reach = {
      south: Math.min(...boxes.map(({ south }) => south)),
      north: Math.max(...boxes.map(({ north }) => north)),
      west: Math.min(...boxes.map(({ west }) => west)),
      east: Math.max(...boxes.map(({ east }) => east)),
    };
    return boxes.map((box) => ({ ...corridor, box, reach }));
  });
  const numbers = (valueOf: (row: (typeof rows)[number]) => number) =>
    sql`${rows.map(valueOf)}::float8[]`;
  return sql`(
    select ride_id, host_id, host_gender, audience, members_of, starts, ends, seats,
      box(point(west, south), point(east, north)) as area,
      box(point(reach_west, reach_south), point(reach_east, reach_north)) as reach,
      start_lat, start_lng, end_lat, end_lng, length_km
    from unnest(
      ${rows.map(({ ride }) => ride.id)}::uuid[], ${rows.map(({ ride }) => ride.host_id)}::uuid[],
      ${rows.map(({ ride }) => ride.host_gender)}::text[], ${rows.map(({ ride }) => ride.audience)}::text[],
      ${rows.map(({ ride }) => ride.members_of)}::uuid[],
      ${rows.map(({ from }) => from)}::timestamptz[], ${rows.map(({ to }) => to)}::timestamptz[],
      ${rows.map(({ ride }) => Math.max(...ride.seats_left))}::int[],
      ${numbers(({ box }) => box.west)}, ${numbers(({ box }) => box.south)},
      ${numbers(({ box }) => box.east)}, ${numbers(({ box }) => box.north)},
      ${numbers(({ reach }) => reach.west)}, ${numbers(({ reach }) => reach.south)},
      ${numbers(({ reach }) => reach.east)}, ${numbers(({ reach }) => reach.north)},
      ${numbers(({ start }) => start.lat)}, ${numbers(({ start }) => start.lng)},
      ${numbers(({ end }) => end.lat)}, ${numbers(({ end }) => end.lng)},
      ${numbers(({ lengthM }) => lengthM / 1000)}
    ) as given (ride_id, host_id, host_gender, audience, members_of, starts, ends, seats, west, south, east, north,
      reach_west, reach_south, reach_east, reach_north, start_lat, start_lng, end_lat, end_lng, length_km))`;
}

interface PlaceColumns {
  readonly lat: string;
  readonly lng: string;
}

/**
 * SQL: the way from the start of a corridor's ride over both places to its end is short enough for a match, if the
 * passenger walks up to `walkM` on each side. Most pairs in the boxes of a ride are not: a place in the wrong direction,
 * or beside the ride.
 */
export function fitsCorridorLength(
  corridor: string,
  origin: PlaceColumns,
  destination: PlaceColumns,
  walkM: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${corridor}.${name}`);
  const start = { lat: column("start_lat"), lng: column("start_lng") };
  const end = { lat: column("end_lat"), lng: column("end_lng") };
  const from = { lat: sql.ref(origin.lat), lng: sql.ref(origin.lng) };
  const to = { lat: sql.ref(destination.lat), lng: sql.ref(destination.lng) };
  // A walk moves a place by its length, and each place is the end of two great circles.
  return sql<boolean>`(
    ${greatCircleKm(start, from)} + ${greatCircleKm(from, to)} + ${greatCircleKm(to, end)}
      <= ${column("length_km")} + 4 * ${walkM} / 1000.0)`;
}
