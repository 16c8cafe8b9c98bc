import type { RideChange } from "@commonlane/contract/rides";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { mustHost } from "./ride-guards.ts";
import { saidOf } from "./ride-terms.ts";
import { mustLead, sameWay } from "./ride-way.ts";
import { type Points, reversed, type RideFollowUp } from "./rides.ts";
import { findRide } from "./rides.store.ts";
import { hostedWay, learnedIn } from "./told-way.ts";

/** Has ways that somebody is to host remembered: they are asked for in a transaction. @throws Problem when one leads nowhere */
export async function learnWays(ctx: Context, hostId: string, ways: readonly Points[]): Promise<void> {
  for (const way of ways) await hostedWay(ctx, mustLead(way), ctx.now(), { hostId, learned: [] });
}

/** The ways of a ride, or a series of them: there and, where that is said, back. */
export const learnBothWays = (
  ctx: Context,
  host: Caller,
  there: Points,
  returnWay: object | undefined,
): Promise<void> => learnWays(ctx, host.uid, returnWay ? [there, reversed(there)] : [there]);

/** The way that a ride is to go instead, and the roads from it to whoever is on the ride. */
export async function learnChange(
  ctx: Context,
  host: Caller,
  id: string,
  change: RideChange,
  { foreseen }: Pick<RideFollowUp, "foreseen">,
): Promise<void> {
  if (!(change.origin || change.stops || change.destination)) return;
  const ride = await mustHost(findRide(ctx, id), host);
  const points = mustLead({ ...saidOf(ride), ...change });
  if (sameWay(ride.points, points)) return;
  const way = await hostedWay(ctx, points, ride.departs_at, { hostId: host.uid, learned: learnedIn(ride) });
  await foreseen(ctx, ride, { ...ride, ...way, driven_way: null });
}
