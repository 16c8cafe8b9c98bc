import { notify } from "#modules/notices/index.ts";
import { asTold, type RideRow, samePlaces } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { lockActiveOf } from "./changed-rides.store.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { isMet } from "./told-ends.ts";

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
  before.departs_at.getTime() !== ride.departs_at.getTime() ||
  !samePlaces(before.points, ride.points) ||
  JSON.stringify(before.vehicle) !== JSON.stringify(ride.vehicle);

/** Everybody with an open or accepted request is told that the ride goes otherwise now, or asked whether it still suits. */
export async function noticeChange(ctx: InTransaction, ride: RideRow): Promise<void> {
  const notice = { kind: "ride.changed", cause: causeOf(ctx, ride), person: ride.host_id } as const;
  for (const row of await lockActiveOf(ctx, ride.id, "unlocked")) {
    if (row.confirm_by) await askToConfirm(ctx, row, ride);
    else {
      await notify(ctx, { to: row.seeker_id, ...notice, ...aboutRide(isMet(row) ? ride : asTold(ride)) });
    }
  }
}

/** Less than this nobody has to be told of: it is shown. */
const TOLD_FROM_MS = 60_000;

/**
 * Those who are met at another time because the host goes another way for somebody else: who agreed to something else is
 * asked, everybody else is told. Both read of their own part, when it begins now.
 */
export async function noticeMoved(
  ctx: InTransaction,
  ride: RideRow,
  moved: readonly Pick<SeatRequestRow, "id" | "pickup_at">[],
): Promise<void> {
  if (moved.length === 0) return;
  const before = new Map(moved.map(({ id, pickup_at }) => [id, pickup_at]));
  for (const row of await lockActiveOf(ctx, ride.id, "unlocked")) {
    const was = before.get(row.id);
    if (!was || (!row.confirm_by && Math.abs(was.getTime() - row.pickup_at.getTime()) < TOLD_FROM_MS)) continue;
    const { seeker_id: to, confirm_by, pickup, dropoff, pickup_at } = row;
    const { details, ...about } = aboutRide(ride);
    const own = { ...details, from: pickup.label, to: dropoff.label, at: pickup_at.toISOString() };
    const notice = { to, cause: causeOf(ctx, ride), person: ride.host_id, ...about };
    if (confirm_by)
      await notify(ctx, { ...notice, kind: "ride.moved", details: { ...own, until: confirm_by.toISOString() } });
    else await notify(ctx, { ...notice, kind: "ride.changed", details: own });
  }
}

/** Asks a passenger whether the ride suits them as it goes now. */
export async function askToConfirm(ctx: InTransaction, row: SeatRequestRow, ride: RideRow): Promise<void> {
  const { seeker_id, confirm_by } = row;
  const { details, ...about } = aboutRide(isMet(row) ? ride : asTold(ride));
  await notify(ctx, {
    to: seeker_id,
    kind: "ride.moved",
    cause: causeOf(ctx, ride),
    person: ride.host_id,
    ...about,
    details: { ...details, ...(confirm_by && { until: confirm_by.toISOString() }) },
  });
}

const causeOf = ({ now }: InTransaction, { id }: RideRow) => `${id} ${now().getTime()}`;
