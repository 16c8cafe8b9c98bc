import type { StandbyPlace } from "@commonlane/contract/standby";
import { peopleByUid } from "#modules/profiles/index.ts";
import { asTold, endsOf, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { StandbyRow } from "./standby.store.ts";

/** Places in a line, as their owners and the host see them; `line` is the whole of it, in order. */
export async function viewPlaces(
  ctx: Context,
  ride: RideRow,
  rows: readonly StandbyRow[],
  line: readonly StandbyRow[],
): Promise<StandbyPlace[]> {
  const people = await peopleByUid(
    ctx,
    rows.map(({ seeker_id }) => seeker_id),
  );
  const { origin, destination } = endsOf(asTold(ride).points);
  return rows.flatMap((row) => {
    const seeker = people.get(row.seeker_id);
    const at = line.findIndex(({ id }) => id === row.id);
    if (!seeker) return [];
    return {
      id: row.id,
      rideId: row.ride_id,
      seeker,
      seats: row.seats,
      pickup: row.pickup ?? origin,
      dropoff: row.dropoff ?? destination,
      status: row.status,
      position: at < 0 ? null : at + 1,
      kept: row.kept,
      createdAt: row.created_at.toISOString(),
    };
  });
}
