import type { NearbyQuery, NearbyRequest, RideRequest, RideRequestStatus } from "@commonlane/contract/ride-requests";
import type { PageQuery } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Match } from "@commonlane/matching/rule";
import { z } from "zod";
import { genderOf } from "#modules/profiles/index.ts";
import { corridorOf, findRide, mustBeScheduled, mustHost, type RideRow, servesAbout } from "#modules/rides/index.ts";
import { isApart, isHidden } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { hasRoom, isOpen, suits, windowOf, wrong } from "./guards.ts";
import { hasOffered } from "./offers.store.ts";
import { requestsIn, requestsNear, requestsOfSeeker } from "./request-lists.store.ts";
import { findRideRequest, type RideRequestRow } from "./ride-requests.store.ts";
import { viewRideRequest, viewRideRequests } from "./views.ts";

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}
const AfterDistance = z.object({ at: z.number().transform(String), id: z.uuid() });
/** As many as are read and measured at once. */
const BATCH = 1000;

export async function ownRideRequests(
  ctx: Context,
  seeker: Caller,
  { limit, cursor, status }: PageQuery & { status?: RideRequestStatus | undefined },
): Promise<Page<RideRequest>> {
  const afterId = readCursor(z.uuid(), cursor);
  const rows = await requestsOfSeeker(ctx, seeker.uid, { limit: limit + 1, afterId, status });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => last.id);
  return { items: await viewRideRequests(ctx, shown, seeker.uid), nextCursor };
}

/**
 * An open one is for everybody it is meant for; one that has ended for its seeker and for who answered it. Of two who are
 * apart only who takes the seeker along sees it.
 */
export async function readRideRequest(ctx: Context, viewer: Caller, id: string): Promise<RideRequest> {
  const row = await findRideRequest(ctx, id);
  if (!row || !(await mayBeSeenBy(ctx, row, viewer.uid))) throw new Problem("not_found");
  return viewRideRequest(ctx, row, viewer.uid);
}

async function mayBeSeenBy(ctx: Context, row: RideRequestRow, uid: string): Promise<boolean> {
  if (row.seeker_id === uid) return true;
  const apart = (await isApart(ctx, row.seeker_id, uid)) || (await isHidden(ctx, row.id));
  if (await hasOffered(ctx, row.id, uid, { accepted: apart })) return true;
  return !apart && isOpen(ctx, row) && suits(row, await genderOf(ctx, uid));
}

export async function requestsNearby(
  ctx: Context,
  driver: Caller,
  { lat, lng, radius_km, rideId, limit, cursor }: NearbyQuery,
): Promise<Page<NearbyRequest>> {
  if (rideId !== undefined) return requestsAlong(ctx, driver, rideId, limit);
  if (lat === undefined || lng === undefined) throw wrong("lat", "Please say lat and lng, or rideId.");
  const viewer = { uid: driver.uid, gender: await genderOf(ctx, driver.uid) };
  const after = readCursor(AfterDistance, cursor);
  const rows = await requestsNear(ctx, viewer, { lat, lng, radiusKm: radius_km }, { limit: limit + 1, after });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => ({ at: last.distance_km, id: last.id }));
  const requests = await viewRideRequests(ctx, shown, driver.uid);
  return {
    items: requests.map((request, n) => ({ ...request, distanceKm: shown[n]?.distance_km ?? 0, match: null })),
    nextCursor,
  };
}

/**
 * The requests that a ride could serve under the rule of domain.md, best first, on one page. They are measured by what
 * strangers are told of where, so that nobody finds out more by trying rides; an offer is measured exactly.
 */
async function requestsAlong(
  ctx: Context,
  driver: Caller,
  rideId: string,
  limit: number,
): Promise<Page<NearbyRequest>> {
  const ride = await mustHost(findRide(ctx, rideId), driver);
  mustBeScheduled(ctx, ride);
  const found = await bestAlong(ctx, driver, ride, limit);
  const requests = await viewRideRequests(
    ctx,
    found.map(({ row }) => row),
    driver.uid,
  );
  const items = requests.flatMap((request, n) => {
    const { row, match } = found[n] ?? {};
    if (!row || !match) return [];
    const origin = { lat: ride.origin_lat, lng: ride.origin_lng };
    return [{ ...request, distanceKm: distanceM(origin, row.origin_area) / 1000, match: viewMatch(match) }];
  });
  return { items, nextCursor: null };
}

/** Whatever lies in the corridor is measured, batch by batch, and only the best are kept: where many wait, too, none of these is missed. */
async function bestAlong(ctx: Context, { uid }: Caller, ride: RideRow, limit: number) {
  const viewer = { uid, gender: await genderOf(ctx, uid) };
  const where = {
    corridor: corridorOf(ride, ctx.settings, ctx.settings.PLACE_ROUNDED_TO_M),
    sameGender: ride.audience === "sameGender" ? ride.host_gender : null,
  };
  let best: { row: RideRequestRow; match: Match }[] = [];
  let afterId: string | undefined;
  for (let more = true; more;) {
    const rows = await requestsIn(ctx, viewer, where, { limit: BATCH, afterId });
    const served = rows.flatMap((row) => {
      const ends = { pickup: row.origin_area, dropoff: row.destination_area };
      const match = hasRoom(ride, row)
        ? servesAbout(ctx, ride, { ...ends, seats: row.seats, window: windowOf(row) })
        : undefined;
      return match ? [{ row, match }] : [];
    });
    best = [...best, ...served]
      .toSorted((a, b) => a.match.score - b.match.score || a.match.pickupAtMs - b.match.pickupAtMs)
      .slice(0, limit);
    afterId = rows.at(-1)?.id;
    more = rows.length === BATCH;
  }
  return best;
}

const viewMatch = (match: Match) => ({
  pickupAt: new Date(match.pickupAtMs).toISOString(),
  dropoffAt: new Date(match.dropoffAtMs).toISOString(),
  detourM: Math.round(match.detourM),
  detourS: Math.round(match.detourS),
});
