import type { StandbyEntry } from "@commonlane/contract/standby";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { toPublicRide } from "#modules/rides/route/index.ts";
import { splitPoints, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { StandbyRow } from "./standby.store.ts";
import { approximateStops } from "../location-privacy/visible-stops.ts";

/** Standby entries as the seeker or the host may see them; `queue` is the complete queue in order. */
export async function viewStandbyEntries(
  ctx: Context,
  ride: RideRow,
  rows: readonly StandbyRow[],
  {
    queue,
    viewerUid,
  }: {
    readonly queue: readonly StandbyRow[];
    readonly viewerUid: string;
  },
): Promise<StandbyEntry[]> {
  const people = await findPublicPeople(
    ctx,
    rows.map(({ seeker_id }) => seeker_id),
  );
  const publicRide = toPublicRide(ride);
  const { origin, destination } = splitPoints(publicRide.points);
  const visibleStops = await Promise.all(
    rows.map(async ({ seeker_id, pickup, dropoff }) =>
      seeker_id === viewerUid
        ? {
            pickup: pickup ?? origin,
            dropoff: dropoff ?? destination,
          }
        : approximateStops(ctx, publicRide, {
            pickup: pickup ?? undefined,
            dropoff: dropoff ?? undefined,
          }),
    ),
  );
  return rows.flatMap((row, n) => {
    const seeker = people.get(row.seeker_id);
    const stops = visibleStops[n];
    const at = queue.findIndex(({ id }) => id === row.id);
    if (!seeker || !stops) return [];
    return {
      id: row.id,
      rideId: row.ride_id,
      seeker,
      seats: row.seats,
      ...stops,
      status: row.status,
      position: at < 0 ? null : at + 1,
      afterCancellation: row.after_cancellation,
      createdAt: row.created_at.toISOString(),
    };
  });
}
