import { DAY_MS } from "@commonlane/contract/durations";
import { ALERTS_PER_DAY } from "@commonlane/contract/limits";
import { notify } from "#modules/notices/index.ts";
import {
  findRideRequests,
  hasRoom,
  isOpen,
  type RideRequestRow,
  suits,
  windowOf,
} from "#modules/ride-requests/index.ts";
import { type RideIndex, ridesPassing } from "#modules/rides/index.ts";
import { inSight, mayMeet } from "#modules/safety/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { News } from "./news.ts";
import { insertRequestAlerts } from "./request-alerts.store.ts";
import { noticeOfRequest } from "./telling.ts";

/** So many offers are more than anybody compares. */
const RIDES_MAX = 300;

/** Tells of requests that are new or have changed the hosts whose ways pass by, each host once of each request. */
export async function alertHosts(
  ctx: InTransaction,
  index: RideIndex,
  { posted, moved }: Pick<News, "posted" | "moved">,
): Promise<void> {
  for (const request of await inSight(ctx, await findRideRequests(ctx, [...new Set([...posted, ...moved])])))
    if (isOpen(ctx, request)) await alertHostsOf(ctx, index, request, moved.has(request.id));
}

/** A ride that is newer than a request has been told to its seeker. Measured by what strangers are told of where, as in the host's list of requests along their way. */
async function alertHostsOf(
  ctx: InTransaction,
  index: RideIndex,
  request: RideRequestRow,
  hasMoved: boolean,
): Promise<void> {
  const { id, seeker_id, origin_area, destination_area, seats } = request;
  const wish = { origin: origin_area, destination: destination_area, seats, window: windowOf(request) };
  const passing = (await ridesPassing(ctx, index, wish, RIDES_MAX)).filter(
    ({ row }) =>
      (hasMoved || row.created_at <= request.created_at) &&
      suits(request, row.host_gender) &&
      hasRoom(row, request) &&
      (row.audience === "everyone" || row.host_gender === request.seeker_gender),
  );
  // The best of each host's rides comes first.
  const best = new Map(passing.toReversed().map(({ row }) => [row.host_id, row]));
  const alerts = [...best].map(([hostId, ride]) => ({ hostId, requestId: id, rideId: ride.id }));
  const allowed = await mayMeet(ctx, alerts, ({ hostId }) => [hostId, seeker_id]);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const told = await insertRequestAlerts(ctx, allowed, { most: ALERTS_PER_DAY, since });
  await notify(ctx, ...told.map((alert) => noticeOfRequest(alert, request)));
}
