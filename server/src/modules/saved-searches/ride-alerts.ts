import { DAY_MS } from "@commonlane/contract/durations";
import { ALERTS_PER_DAY, WALK_DEFAULT_M } from "@commonlane/contract/limits";
import type { SearchWishes } from "@commonlane/contract/saved-searches";
import { notify } from "#modules/notices/index.ts";
import {
  type AfterPair,
  findRideRequests,
  hasRoom,
  isOpen,
  openRequestsAlong,
  type RideRequestRow,
  suits,
  windowOf,
} from "#modules/ride-requests/index.ts";
import {
  asTold,
  type Corridor,
  corridorOf,
  findRides,
  isWanted,
  passes,
  type RideIndex,
  type RideRow,
  ridesPassing,
  type WishedWay,
} from "#modules/rides/index.ts";
import { inSight, mayMeet } from "#modules/safety/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { News } from "./news.ts";
import { insertKnown, insertRideAlerts, type RideAlert, searchesAlong } from "./ride-alerts.store.ts";
import { findSearches, type SavedSearchRow } from "./saved-searches.store.ts";
import { type Meeting, noticeOfMore, noticeOfRide } from "./telling.ts";

const PAIRS = 1000;
/** More rides than anybody looks through; what lies beyond is told when it changes. */
const KNOWN_MAX = 300;

/**
 * Whoever saves a search or posts a request has found the rides that are there: they are not news. What happened to a
 * ride since may be.
 */
export async function knowFoundRides(ctx: InTransaction, index: RideIndex, news: News): Promise<void> {
  const known: RideAlert[] = [];
  const know = async (wish: WishedWay, since: Date, alert: Omit<RideAlert, "rideId">, wishes: SearchWishes = {}) => {
    for (const { row, match } of await ridesPassing(ctx, index, wish, KNOWN_MAX)) {
      if (!isWanted(ctx, wishes, row, match)) continue;
      const isOld = row.created_at <= since && !news.changed.has(row.id);
      if (isOld) known.push({ ...alert, rideId: row.id });
    }
  };
  for (const search of await findSearches(ctx, [...news.searches]))
    await know(wishOf(search), search.created_at, because({ search }), search.wishes);
  for (const request of await findRideRequests(ctx, [...news.posted]))
    if (isOpen(ctx, request)) await know(wishIn(request), request.created_at, because({ request }));
  await insertKnown(ctx, together(known));
}

/** Tells of rides that are new or have changed everybody who waits for one like them, each person once of each ride. */
export async function alertSeekers(ctx: InTransaction, { hosted, changed }: News): Promise<void> {
  const rides = (await inSight(ctx, await findRides(ctx, [...new Set([...hosted, ...changed])])))
    .filter(({ status, departs_at }) => status === "scheduled" && departs_at > ctx.now())
    .map(asTold);
  const waiting = together([...(await requestersOf(ctx, rides, changed)), ...(await searchersOf(ctx, rides, changed))]);
  if (waiting.length === 0) return;
  const allowed = await mayMeet(ctx, waiting, ({ ownerId, ride }) => [ownerId, ride.host_id]);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const { news, limited } = await insertRideAlerts(ctx, allowed, { most: ALERTS_PER_DAY, since });
  const newKeys = new Set(news.map(keyOf));
  const soonestFirst = allowed.toSorted((a, b) => a.ride.departs_at.getTime() - b.ride.departs_at.getTime());
  await notify(
    ctx,
    ...soonestFirst.filter((alert) => newKeys.delete(keyOf(alert))).map(noticeOfRide),
    ...limited.map((ownerId) => noticeOfMore(ctx, ownerId)),
  );
}

/** Those whose saved searches a ride matches. */
async function searchersOf(ctx: Context, rides: readonly RideRow[], changed: News["changed"]): Promise<Meeting[]> {
  const found: Meeting[] = [];
  const corridors = rides.map((ride) => corridorOf(ride, ctx.settings));
  for await (const { ride, row } of pairs(corridors, (after) => searchesAlong(ctx, corridors, after, PAIRS))) {
    if (ride.created_at <= row.created_at && !changed.has(ride.id)) continue;
    if (ride.audience === "sameGender" && ride.host_gender !== row.owner_gender) continue;
    const match = passes(ctx, ride, wishOf(row));
    if (match && isWanted(ctx, row.wishes, ride, match))
      found.push({ ...because({ search: row }), rideId: ride.id, ride, match, wish: row });
  }
  return found;
}

/** Those whose open requests a ride could answer. */
async function requestersOf(ctx: Context, rides: readonly RideRow[], changed: News["changed"]): Promise<Meeting[]> {
  const found: Meeting[] = [];
  const corridors = rides.map((ride) => corridorOf(ride, ctx.settings, ctx.settings.PLACE_ROUNDED_TO_M));
  for await (const { ride, row } of pairs(corridors, (after) => openRequestsAlong(ctx, corridors, after, PAIRS))) {
    if (ride.created_at <= row.created_at && !changed.has(ride.id)) continue;
    if (ride.audience === "sameGender" && ride.host_gender !== row.seeker_gender) continue;
    const match = suits(row, ride.host_gender) && hasRoom(ride, row) ? passes(ctx, ride, wishIn(row)) : undefined;
    if (match) found.push({ ...because({ request: row }), rideId: ride.id, ride, match, wish: row });
  }
  return found;
}

/** One for each person and ride, with all the reasons; the first says the most. */
function together<T extends RideAlert>(alerts: readonly T[]): T[] {
  const byKey = new Map<string, T>();
  for (const alert of alerts) {
    const first = byKey.get(keyOf(alert));
    const savedSearchIds = [...(first?.savedSearchIds ?? []), ...alert.savedSearchIds];
    byKey.set(keyOf(alert), { ...(first ?? alert), savedSearchIds });
  }
  return [...byKey.values()];
}

const keyOf = ({ ownerId, rideId }: RideAlert) => `${ownerId} ${rideId}`;

/** Reads candidates page by page, so that a popular way fills no memory. */
async function* pairs<Row extends { readonly id: string; readonly passing_ride_id: string }>(
  corridors: readonly Corridor[],
  read: (after: AfterPair | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<{ readonly ride: RideRow; readonly row: Row }> {
  const rideById = new Map(corridors.map(({ ride }) => [ride.id, ride]));
  let after: AfterPair | undefined;
  for (let more = true; more;) {
    const rows = await read(after);
    for (const row of rows) {
      const ride = rideById.get(row.passing_ride_id);
      if (ride) yield { ride, row };
    }
    const last = rows.at(-1);
    if (last) after = { id: last.id, rideId: last.passing_ride_id };
    more = rows.length === PAIRS;
  }
}

const wishOf = (row: SavedSearchRow): WishedWay => ({
  origin: row.origin,
  destination: row.destination,
  seats: row.seats,
  walkM: row.walk_m,
  window:
    row.departs_after && row.departs_before ? { after: row.departs_after, before: row.departs_before } : undefined,
});

/** Whoever posts a request would walk as far as in a search. */
const wishIn = (row: RideRequestRow): WishedWay => ({
  origin: row.origin,
  destination: row.destination,
  seats: row.seats,
  walkM: WALK_DEFAULT_M,
  window: windowOf(row),
});

const because = (why: { search: SavedSearchRow } | { request: RideRequestRow }): Omit<RideAlert, "rideId"> =>
  "search" in why
    ? { ownerId: why.search.owner_id, savedSearchIds: [why.search.id], requestId: null }
    : { ownerId: why.request.seeker_id, savedSearchIds: [], requestId: why.request.id };
