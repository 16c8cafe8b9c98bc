import { DAY_MS } from "@commonlane/contract/durations";
import { ALERTS_PER_DAY } from "@commonlane/contract/limits";
import { filterMembers } from "#modules/groups/index.ts";
import { notify } from "#modules/notifications/index.ts";
import {
  findRideRequests,
  fitsRide,
  isOpenRequest,
  type RideRequestRow,
  matchesAudience,
  departureWindow,
} from "#modules/ride-requests/index.ts";
import { findSpareTimes, hasTimeFor } from "#modules/rides/rules/index.ts";
import { type RideIndex, findRidesAlongRoute } from "#modules/rides/search/index.ts";
import { withoutRemovedContent, filterInteractable } from "#modules/privacy/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { MatchTriggers } from "./match-triggers.ts";
import { insertRequestAlerts } from "./request-alerts.store.ts";
import { requestAlertNotification } from "./alert-notifications.ts";

/** More offers than a seeker would compare. */
const RIDES_MAX = 300;

/** Alerts hosts whose route passes a new or changed request, each host once per request. */
export async function alertHosts(
  ctx: InTransaction,
  index: RideIndex,
  {
    postedRequestIds,
    changedRequestIds,
  }: Pick<MatchTriggers, "postedRequestIds" | "changedRequestIds">,
): Promise<void> {
  for (const request of await withoutRemovedContent(
    ctx,
    await findRideRequests(ctx, [...new Set([...postedRequestIds, ...changedRequestIds])]),
  ))
    if (isOpenRequest(ctx, request))
      await alertHostsOfRequest(ctx, index, request, changedRequestIds.has(request.id));
}

/**
 * Alerts hosts of older rides only: for a newer ride the seeker gets an alert. Uses approximate places, like the host's
 * list of requests along their route.
 */
async function alertHostsOfRequest(
  ctx: InTransaction,
  index: RideIndex,
  request: RideRequestRow,
  isChanged: boolean,
): Promise<void> {
  const { id, seeker_id } = request;
  const criteria = {
    origin: request.approximate_origin,
    destination: request.approximate_destination,
    seats: request.seats,
    window: departureWindow(request),
  };
  const alongRoute = (
    await findRidesAlongRoute(ctx, index, criteria, {
      viewerUid: seeker_id,
      limit: RIDES_MAX,
    })
  ).filter(
    ({ row }) =>
      (isChanged || row.created_at <= request.created_at) &&
      matchesAudience(request, row.host_gender) &&
      fitsRide(row, request) &&
      (row.audience === "everyone" || row.host_gender === request.seeker_gender),
  );
  const hostIds = alongRoute.map(({ row }) => row.host_id);
  const foreignHosts = await findForeignHosts(ctx, request.members_of, hostIds);
  const spareTimes = await findSpareTimes(
    ctx,
    alongRoute.map(({ row }) => row.id),
  );
  const open = alongRoute
    .filter(({ row }) => !foreignHosts.has(row.host_id))
    .filter(({ row, match }) => hasTimeFor(spareTimes.get(row.id), match));
  // Keeps the best of each host's rides.
  const best = new Map(open.toReversed().map(({ row }) => [row.host_id, row]));
  const alerts = [...best].map(([hostId, ride]) => ({
    hostId,
    requestId: id,
    rideId: ride.id,
  }));
  const allowed = await filterInteractable(ctx, alerts, ({ hostId }) => [hostId, seeker_id]);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const newAlerts = await insertRequestAlerts(ctx, allowed, {
    limitPerHost: ALERTS_PER_DAY,
    since,
  });
  await notify(ctx, ...newAlerts.map((alert) => requestAlertNotification(alert, request)));
}

/** The hosts who are no members of what a request is for. */
async function findForeignHosts(
  ctx: InTransaction,
  membersOf: string | null,
  hostIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (membersOf === null) return new Set();
  const asked = hostIds.map((uid) => ({
    membersOf,
    uid,
  }));
  const members = await filterMembers(ctx, asked);
  return new Set(asked.filter((host) => !members.has(host)).map(({ uid }) => uid));
}
