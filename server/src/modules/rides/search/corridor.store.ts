import { type RawBuilder, sql } from "kysely";
import type { Corridor } from "./corridor.ts";

/**
 * Corridors as a table for joins: `part (ride_id, host_id, host_gender, audience, members_of, starts, ends, seats, area,
 * reach)`, with a row for each box. `reach` is the box around all boxes of a ride, for the other end, which must lie in
 * the corridor as well.
 */
export function corridorBoxes(corridors: readonly Corridor[]): RawBuilder<unknown> {
  const rows = corridors.flatMap(({ ride, boxes, from, to }) => {
    const reach = {
      south: Math.min(...boxes.map(({ south }) => south)),
      north: Math.max(...boxes.map(({ north }) => north)),
      west: Math.min(...boxes.map(({ west }) => west)),
      east: Math.max(...boxes.map(({ east }) => east)),
    };
    return boxes.map((box) => ({
      ride,
      box,
      reach,
      from,
      to,
      seats: Math.max(...ride.seats_left),
    }));
  });
  const degrees = (valueOf: (row: (typeof rows)[number]) => number) =>
    sql`${rows.map(valueOf)}::float8[]`;
  return sql`(
    select ride_id, host_id, host_gender, audience, members_of, starts, ends, seats,
      box(point(west, south), point(east, north)) as area,
      box(point(reach_west, reach_south), point(reach_east, reach_north)) as reach
    from unnest(
      ${rows.map(({ ride }) => ride.id)}::uuid[], ${rows.map(({ ride }) => ride.host_id)}::uuid[],
      ${rows.map(({ ride }) => ride.host_gender)}::text[], ${rows.map(({ ride }) => ride.audience)}::text[],
      ${rows.map(({ ride }) => ride.members_of)}::uuid[],
      ${rows.map(({ from }) => from)}::timestamptz[], ${rows.map(({ to }) => to)}::timestamptz[],
      ${rows.map(({ seats }) => seats)}::int[],
      ${degrees(({ box }) => box.west)}, ${degrees(({ box }) => box.south)},
      ${degrees(({ box }) => box.east)}, ${degrees(({ box }) => box.north)},
      ${degrees(({ reach }) => reach.west)}, ${degrees(({ reach }) => reach.south)},
      ${degrees(({ reach }) => reach.east)}, ${degrees(({ reach }) => reach.north)}
    ) as given (ride_id, host_id, host_gender, audience, members_of, starts, ends, seats, west, south, east, north, reach_west, reach_south, reach_east, reach_north))`;
}
