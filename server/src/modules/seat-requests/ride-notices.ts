import { notify } from "#modules/notices/index.ts";
import type { RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { seekersOf } from "./seat-requests.store.ts";

/** What the words of a notice about a whole ride are made of. */
export const aboutRide = (ride: RideRow) => ({
  path: `/rides/${ride.id}` as const,
  details: {
    from: ride.points.at(0)?.label ?? "",
    to: ride.points.at(-1)?.label ?? "",
    at: ride.departs_at.toISOString(),
    timeZone: ride.time_zone,
  },
  lateAt: ride.departs_at,
});

/** Whether whoever wants to go along has to think about it again. */
export const isOtherJourney = (before: RideRow, ride: RideRow): boolean =>
  before.departs_at.getTime() !== ride.departs_at.getTime() || before.polyline !== ride.polyline;

/** Everybody with an open or accepted request is told that the ride goes otherwise now. */
export async function noticeChange(ctx: InTransaction, ride: RideRow): Promise<void> {
  const notice = { kind: "ride.changed", cause: `${ride.id} ${ctx.now().getTime()}`, person: ride.host_id } as const;
  for (const to of await seekersOf(ctx, ride.id)) await notify(ctx, { to, ...notice, ...aboutRide(ride) });
}
