import type { StandbyPlace } from "@commonlane/contract/standby";
import { peopleByUid } from "#modules/profiles/index.ts";
import { asTold, endsOf, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { StandbyRow } from "./standby.store.ts";
import { approximateEnds } from "./told-ends.ts";

/** Places in a line, as one of their owners or the host sees them; `line` is the whole of it, in order. */
export async function viewPlaces(
  ctx: Context,
  ride: RideRow,
  rows: readonly StandbyRow[],
  { line, viewerUid }: { readonly line: readonly StandbyRow[]; readonly viewerUid: string },
): Promise<StandbyPlace[]> {
  const people = await peopleByUid(
    ctx,
    rows.map(({ seeker_id }) => seeker_id),
  );
  const seen = asTold(ride);
  const { origin, destination } = endsOf(seen.points);
  const told = await Promise.all(
    rows.map(async ({ seeker_id, pickup, dropoff }) =>
      seeker_id === viewerUid
        ? { pickup: pickup ?? origin, dropoff: dropoff ?? destination }
        : approximateEnds(ctx, seen, { pickup: pickup ?? undefined, dropoff: dropoff ?? undefined }),
    ),
  );
  return rows.flatMap((row, n) => {
    const [seeker, ends] = [people.get(row.seeker_id), told[n]];
    const at = line.findIndex(({ id }) => id === row.id);
    if (!seeker || !ends) return [];
    return {
      id: row.id,
      rideId: row.ride_id,
      seeker,
      seats: row.seats,
      ...ends,
      status: row.status,
      position: at < 0 ? null : at + 1,
      kept: row.kept,
      createdAt: row.created_at.toISOString(),
    };
  });
}
