import { DAY_MS } from "@commonlane/contract/durations";
import { ALERTS_PER_DAY, WALK_DEFAULT_M } from "@commonlane/contract/limits";
import type { SavedSearchFilters } from "@commonlane/contract/saved-searches";
import { notify } from "#modules/notifications/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import {
  findRideRequests,
  fitsRide,
  isOpenRequest,
  findOpenRequestsAlong,
  type RideRequestRow,
  departureWindow,
} from "#modules/ride-requests/index.ts";
import { toPublicRide } from "#modules/rides/route/index.ts";
import {
  type AlongRide,
  calculateCorridor,
  meetsFilters,
  showsMark,
  matchAlongRoutes,
  type RideIndex,
  findRidesAlongRoute,
  type RouteCriteria,
} from "#modules/rides/search/index.ts";
import { findRides, type RideRow } from "#modules/rides/index.ts";
import { findSpareTimes, hasTimeFor } from "#modules/rides/rules/index.ts";
import { withoutRemovedContent } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { MatchTriggers } from "./match-triggers.ts";
import {
  insertSeenRides,
  insertRideAlerts,
  type RideAlert,
  findSearchesAlong,
} from "./ride-alerts.store.ts";
import { findSearches, type SavedSearchRow } from "./saved-searches.store.ts";
import {
  type AlertedMatch,
  moreRidesNotification,
  rideAlertNotification,
} from "./alert-notifications.ts";

/** More rides than a user would look through. Others cause an alert when they change. */
const SEEN_RIDES_MAX = 300;

/**
 * Records rides that exist when a user saves a search or posts a request: the user has just seen them, so they cause no
 * alert. Changes to a ride since then may.
 */
export async function markSeenRides(
  ctx: InTransaction,
  index: RideIndex,
  triggers: MatchTriggers,
): Promise<void> {
  const seenRides: RideAlert[] = [];
  const markSeen = async (
    criteria: RouteCriteria,
    since: Date,
    alert: AlertReason,
    filters: SavedSearchFilters = {},
  ) => {
    const options = {
      viewerUid: alert.ownerId,
      limit: SEEN_RIDES_MAX,
    };
    for (const { row, match } of await findRidesAlongRoute(ctx, index, criteria, options)) {
      if (!meetsFilters(ctx, filters, row, match)) continue;
      const isOld = row.created_at <= since && !triggers.changedRideIds.has(row.id);
      if (isOld)
        seenRides.push({
          ...alert,
          rideId: row.id,
        });
    }
  };
  for (const search of await findSearches(ctx, [...triggers.savedSearchIds]))
    await markSeen(
      toSearchCriteria(search),
      search.created_at,
      reasonOfSearch(search),
      search.filters,
    );
  for (const request of await findRideRequests(ctx, [...triggers.postedRequestIds]))
    if (isOpenRequest(ctx, request))
      await markSeen(toRequestCriteria(request), request.created_at, reasonOfRequest(request));
  await insertSeenRides(ctx, mergeAlerts(seenRides));
}

/** Alerts everyone with a matching search or request about new or changed rides, each person once per ride. */
export async function alertSeekers(
  ctx: InTransaction,
  { hostedRideIds, changedRideIds }: MatchTriggers,
): Promise<void> {
  const rows = await findRides(ctx, [...new Set([...hostedRideIds, ...changedRideIds])]);
  const visible = await withoutRemovedContent(ctx, rows);
  const rides = visible
    .filter(({ status, departs_at }) => status === "scheduled" && departs_at > ctx.now())
    .map(toPublicRide);
  const spareTimes = await findSpareTimes(
    ctx,
    rides.map(({ id }) => id),
  );
  const found = [
    ...(await findMatchingRequests(ctx, rides, changedRideIds)),
    ...(await findMatchingSearches(ctx, rides, changedRideIds)),
  ];
  const matches = mergeAlerts(
    found.filter(({ rideId, match }) => hasTimeFor(spareTimes.get(rideId), match)),
  );
  if (matches.length === 0) return;
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const { alertsToSend, limitedOwners } = await insertRideAlerts(ctx, matches, {
    limitPerOwner: ALERTS_PER_DAY,
    since,
  });
  const newKeys = new Set(alertsToSend.map(alertKey));
  const soonestFirst = matches.toSorted(
    (a, b) => a.ride.departs_at.getTime() - b.ride.departs_at.getTime(),
  );
  await notify(
    ctx,
    ...soonestFirst.filter((alert) => newKeys.delete(alertKey(alert))).map(rideAlertNotification),
    ...limitedOwners.map((ownerId) => moreRidesNotification(ctx, ownerId)),
  );
}

/** Owners of saved searches that a ride matches. */
async function findMatchingSearches(
  ctx: Context,
  rides: readonly RideRow[],
  changedRideIds: MatchTriggers["changedRideIds"],
): Promise<AlertedMatch[]> {
  const corridors = rides.map((ride) => calculateCorridor(ride, ctx.settings));
  const along = await findSearchesAlong(ctx, corridors);
  const searches = await findSearches(ctx, distinctIds(along));
  const wishes = searches.map((row) => ({ row, criteria: toSearchCriteria(row) }));
  const pairs = pairNewRides(along, { rides, changedRideIds }, wishes);
  const matches = await matchPairs(ctx, pairs);
  const meetsMark = await createMarkCheck(ctx, pairs);
  return pairs.flatMap(({ ride, row }, n) => {
    const match = matches[n];
    if (!match || !meetsFilters(ctx, row.filters, ride, match) || !meetsMark(ride, row.filters))
      return [];
    return toAlertedMatch(reasonOfSearch(row), ride, row, match);
  });
}

/** Whether hosts show the mark that a search asks for. Reads hosts only if some search does. */
async function createMarkCheck(
  ctx: Context,
  pairs: readonly {
    readonly ride: RideRow;
    readonly row: SavedSearchRow;
  }[],
): Promise<(ride: RideRow, filters: SavedSearchFilters) => boolean> {
  const wanting = pairs.filter(({ row }) => row.filters.mark !== undefined);
  const hosts = await findPublicPeople(
    ctx,
    wanting.map(({ ride }) => ride.host_id),
  );
  return (ride, { mark }) => showsMark(hosts.get(ride.host_id)?.marks, mark);
}

/** Seekers whose open requests a ride could answer. */
async function findMatchingRequests(
  ctx: Context,
  rides: readonly RideRow[],
  changedRideIds: MatchTriggers["changedRideIds"],
): Promise<AlertedMatch[]> {
  const corridors = rides.map((ride) =>
    calculateCorridor(ride, ctx.settings, ctx.settings.PLACE_ROUNDING_M),
  );
  const along = await findOpenRequestsAlong(ctx, corridors);
  const requests = await findRideRequests(ctx, distinctIds(along));
  const wishes = requests.map((row) => ({ row, criteria: toRequestCriteria(row) }));
  const pairs = pairNewRides(along, { rides, changedRideIds }, wishes).filter(({ ride, row }) =>
    fitsRide(ride, row),
  );
  const matches = await matchPairs(ctx, pairs);
  return pairs.flatMap(({ ride, row }, n) => {
    const match = matches[n];
    if (!match) return [];
    return toAlertedMatch(reasonOfRequest(row), ride, row, match);
  });
}

/** One alert per person and ride with all reasons, most important first. */
function mergeAlerts<T extends RideAlert>(alerts: readonly T[]): T[] {
  const byKey = new Map<string, T>();
  for (const alert of alerts) {
    const first = byKey.get(alertKey(alert));
    const savedSearchIds = [...(first?.savedSearchIds ?? []), ...alert.savedSearchIds];
    byKey.set(alertKey(alert), { ...(first ?? alert), savedSearchIds });
  }
  return [...byKey.values()];
}

const alertKey = ({ ownerId, rideId }: RideAlert) => `${ownerId} ${rideId}`;

/** A saved search or a request, which passes many rides and is therefore read once. */
interface Wish<Row> {
  readonly row: Row;
  readonly criteria: RouteCriteria;
}

type RideForWish<Row> = Wish<Row> & { readonly ride: RideRow };

const distinctIds = (along: readonly AlongRide[]) => [...new Set(along.map(({ id }) => id))];

/** Rides that were hosted or changed since the wish was saved, each with that wish. */
function pairNewRides<Row extends { readonly id: string; readonly created_at: Date }>(
  along: readonly AlongRide[],
  {
    rides,
    changedRideIds,
  }: {
    readonly rides: readonly RideRow[];
    readonly changedRideIds: MatchTriggers["changedRideIds"];
  },
  wishes: readonly Wish<Row>[],
): RideForWish<Row>[] {
  const rideById = new Map(rides.map((ride) => [ride.id, ride]));
  const wishById = new Map(wishes.map((wish) => [wish.row.id, wish]));
  return along.flatMap(({ id, passing_ride_id }) => {
    const ride = rideById.get(passing_ride_id);
    const wish = wishById.get(id);
    if (!ride || !wish) return [];
    const isOld = ride.created_at <= wish.row.created_at && !changedRideIds.has(ride.id);
    return isOld ? [] : [{ ...wish, ride }];
  });
}

const matchPairs = (ctx: Context, pairs: readonly RideForWish<unknown>[]) =>
  matchAlongRoutes(
    ctx,
    pairs.map(({ ride, criteria }) => ({ row: ride, criteria })),
  );

const toSearchCriteria = (row: SavedSearchRow): RouteCriteria => ({
  origin: row.origin,
  destination: row.destination,
  seats: row.seats,
  walkM: row.walk_m,
  window:
    row.departs_after && row.departs_before
      ? {
          after: row.departs_after,
          before: row.departs_before,
        }
      : undefined,
});

/** For a request the default walking distance of a search applies. */
const toRequestCriteria = (row: RideRequestRow): RouteCriteria => ({
  origin: row.origin,
  destination: row.destination,
  seats: row.seats,
  walkM: WALK_DEFAULT_M,
  window: departureWindow(row),
});

type AlertReason = Omit<RideAlert, "rideId">;

const toAlertedMatch = (
  reason: AlertReason,
  ride: RideRow,
  criteria: AlertedMatch["criteria"],
  match: AlertedMatch["match"],
): AlertedMatch => ({
  ...reason,
  rideId: ride.id,
  ride,
  match,
  criteria,
});

const reasonOfSearch = ({ id, owner_id }: SavedSearchRow): AlertReason => ({
  ownerId: owner_id,
  savedSearchIds: [id],
  requestId: null,
});

const reasonOfRequest = ({ id, seeker_id }: RideRequestRow): AlertReason => ({
  ownerId: seeker_id,
  savedSearchIds: [],
  requestId: id,
});
