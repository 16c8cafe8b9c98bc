import { HOUR_MS } from "@commonlane/contract/durations";
import { notify } from "#modules/notices/index.ts";
import { findRide, findRides } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { aboutRide } from "./ride-notices.ts";
import {
  deleteReminders,
  passengersOf,
  takeHalfUnconfirmed,
  takeHalfWaited,
  takeRidesToRemind,
} from "./reminders.store.ts";
import { findSeatRequest } from "./seat-requests.store.ts";
import { endsAsTold } from "./told-ends.ts";

const KEPT_MS = 7 * 24 * HOUR_MS;

/** domain.md, Notices. Whoever slept through the first hour is still reminded, but not so late that the second comes at once. */
const SPANS = {
  "ride.tomorrow": { withinMs: 24 * HOUR_MS, notWithinMs: 3 * HOUR_MS },
  "ride.soon": { withinMs: HOUR_MS, notWithinMs: 0 },
} as const;

/** Reminds all on board, the host included, of rides that are about to leave; true when there may be more. */
export async function remindOfRides(ctx: InTransaction, kind: keyof typeof SPANS): Promise<boolean> {
  const { rideIds, more } = await takeRidesToRemind(ctx, kind, SPANS[kind]);
  for (const ride of await findRides(ctx, rideIds)) {
    const notice = { kind, cause: `${ride.id} ${ride.departs_at.getTime()}`, ...aboutRide(ride) };
    const aboard = [ride.host_id, ...(await passengersOf(ctx, ride.id))];
    await notify(ctx, ...aboard.map((to) => ({ to, ...notice })));
  }
  return more;
}

/** Reminds hosts of what was asked of them when half of the time to answer is over; true when there may be more. */
export async function remindHosts(ctx: InTransaction): Promise<boolean> {
  const { requestIds, more } = await takeHalfWaited(ctx);
  for (const id of requestIds) {
    const asked = await findSeatRequest(ctx, id);
    const ride = asked && (await findRide(ctx, asked.ride_id));
    const [ends] = asked && ride ? await endsAsTold(ctx, [asked], ride.host_id) : [];
    if (!asked || !ride || !ends) continue;
    await notify(ctx, {
      to: ride.host_id,
      kind: "seat-request.waiting",
      cause: id,
      person: asked.seeker_id,
      path: `/rides/${ride.id}`,
      details: {
        from: ends.pickup.label,
        to: ends.dropoff.label,
        at: asked.expires_at.toISOString(),
        timeZone: ride.time_zone,
      },
      lateAt: asked.expires_at,
    });
  }
  return more;
}

/** Reminds passengers of a changed ride that waits for their word; true when there may be more. */
export async function remindToConfirm(ctx: InTransaction): Promise<boolean> {
  const { requestIds, more } = await takeHalfUnconfirmed(ctx);
  for (const id of requestIds) {
    const asked = await findSeatRequest(ctx, id);
    const ride = asked && (await findRide(ctx, asked.ride_id));
    if (!asked?.confirm_by || !ride) continue;
    const { details, path } = aboutRide(ride);
    const until = asked.confirm_by;
    await notify(ctx, {
      to: asked.seeker_id,
      kind: "seat-request.confirming",
      cause: `${id} ${until.getTime()}`,
      person: ride.host_id,
      path,
      details: { ...details, until: until.toISOString() },
      lateAt: until,
    });
  }
  return more;
}

export const forgetReminders = (ctx: InTransaction): Promise<void> =>
  deleteReminders(ctx, new Date(ctx.now().getTime() - KEPT_MS));
