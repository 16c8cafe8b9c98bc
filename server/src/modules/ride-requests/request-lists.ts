import { translatable } from "@commonlane/contract/message";
import type {
  NearbyQuery,
  NearbyRequest,
  RideRequest,
  RideRequestStatus,
} from "@commonlane/contract/ride-requests";
import type { PageQuery } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { distanceM } from "@commonlane/matching/geo";
import type { Match } from "@commonlane/matching/rule";
import { z } from "zod";
import { findGender } from "#modules/profiles/index.ts";
import { calculateCorridor } from "#modules/rides/search/index.ts";
import { findRide, type RideRow } from "#modules/rides/index.ts";
import {
  findSpareTimes,
  hasTimeFor,
  assertScheduled,
  requireRide,
} from "#modules/rides/rules/index.ts";
import { matchApproximateSegments } from "#modules/rides/route/index.ts";
import type { Context } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { fitsRide, isVisibleRequest, departureWindow } from "./guards.ts";
import {
  findRequestsInCorridor,
  findRequestsNear,
  listRequestsOfSeeker,
} from "./request-lists.store.ts";
import { findRideRequest, type RideRequestRow } from "./ride-requests.store.ts";
import { viewRideRequest, viewRideRequests } from "./ride-requests.view.ts";

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}
const AfterDistance = z.object({
  at: z.number().transform(String),
  id: z.uuid(),
});
/** Requests read and measured per batch. */
const BATCH = 1000;

export async function listOwnRideRequests(
  ctx: Context,
  seeker: Caller,
  { limit, cursor, status }: PageQuery & { status?: RideRequestStatus | undefined },
): Promise<Page<RideRequest>> {
  const afterId = decodeCursor(z.uuid(), cursor);
  const rows = await listRequestsOfSeeker(ctx, seeker.uid, {
    limit: limit + 1,
    afterId,
    status,
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => last.id);
  return {
    items: await viewRideRequests(ctx, items, seeker.uid),
    nextCursor,
  };
}

/** @throws Problem not_found also if the viewer may not see it */
export async function readRideRequest(
  ctx: Context,
  viewer: Caller,
  id: string,
): Promise<RideRequest> {
  const row = await findRideRequest(ctx, id);
  if (!row || !(await isVisibleRequest(ctx, row, viewer.uid))) throw new Problem("not_found");
  return viewRideRequest(ctx, row, viewer.uid);
}

export async function listNearbyRequests(
  ctx: Context,
  driver: Caller,
  { lat, lng, radius_km, rideId, limit, cursor }: NearbyQuery,
): Promise<Page<NearbyRequest>> {
  if (rideId !== undefined) return listRequestsAlongRide(ctx, driver, rideId, limit);
  if (lat === undefined || lng === undefined)
    throw invalidInput("lat", translatable("Please provide lat and lng, or rideId."));
  const viewer = {
    uid: driver.uid,
    gender: await findGender(ctx, driver.uid),
  };
  const after = decodeCursor(AfterDistance, cursor);
  const rows = await findRequestsNear(
    ctx,
    viewer,
    {
      lat,
      lng,
      radiusKm: radius_km,
    },
    { limit: limit + 1, after },
  );
  const { items, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.distance_km,
    id: last.id,
  }));
  const requests = await viewRideRequests(ctx, items, driver.uid);
  return {
    items: requests.map((request, n) => ({
      ...request,
      distanceKm: items[n]?.distance_km ?? 0,
      match: null,
    })),
    nextCursor,
  };
}

/**
 * Requests that a ride could serve under the rule of domain.md, best first, on one page. Measured by approximate
 * places, so that trying rides reveals nothing more; offers are measured exactly.
 */
async function listRequestsAlongRide(
  ctx: Context,
  driver: Caller,
  rideId: string,
  limit: number,
): Promise<Page<NearbyRequest>> {
  const ride = await requireRide(ctx, driver, "rideRequests.nearby#ride", findRide(ctx, rideId));
  assertScheduled(ctx, ride);
  const found = await findBestAlongRide(ctx, driver, ride, limit);
  const requests = await viewRideRequests(
    ctx,
    found.map(({ row }) => row),
    driver.uid,
  );
  const items = requests.flatMap((request, n) => {
    const { row, match } = found[n] ?? {};
    if (!row || !match) return [];
    const origin = {
      lat: ride.origin_lat,
      lng: ride.origin_lng,
    };
    return [
      {
        ...request,
        distanceKm: distanceM(origin, row.approximate_origin) / 1000,
        match: viewMatch(match),
      },
    ];
  });
  return { items, nextCursor: null };
}

/** Measures every request in the corridor in batches and keeps the best, so that no match is missed in a crowd. */
async function findBestAlongRide(ctx: Context, { uid }: Caller, ride: RideRow, limit: number) {
  const viewer = {
    uid,
    gender: await findGender(ctx, uid),
  };
  const filter = {
    corridor: calculateCorridor(ride, ctx.settings, ctx.settings.PLACE_ROUNDING_M),
    sameGender: ride.audience === "sameGender" ? ride.host_gender : null,
    membersOf: ride.members_of,
  };
  const spareTimeS = (await findSpareTimes(ctx, [ride.id])).get(ride.id);
  let best: {
    row: RideRequestRow;
    match: Match;
  }[] = [];
  let afterId: string | undefined;
  for (let hasMore = true; hasMore;) {
    const rows = await findRequestsInCorridor(ctx, viewer, filter, {
      limit: BATCH,
      afterId,
    });
    const fitting = rows.filter((row) => fitsRide(ride, row));
    const matches = await matchApproximateSegments(ctx, ride, fitting.map(toApproximateSegment));
    const matching = fitting.flatMap((row, n) => {
      const match = matches[n];
      return match && hasTimeFor(spareTimeS, match) ? [{ row, match }] : [];
    });
    best = [...best, ...matching]
      .toSorted((a, b) => a.match.score - b.match.score || a.match.pickupAtMs - b.match.pickupAtMs)
      .slice(0, limit);
    afterId = rows.at(-1)?.id;
    hasMore = rows.length === BATCH;
  }
  return best;
}

const toApproximateSegment = (row: RideRequestRow) => ({
  pickup: row.approximate_origin,
  dropoff: row.approximate_destination,
  seats: row.seats,
  window: departureWindow(row),
});

const viewMatch = (match: Match) => ({
  pickupAt: shownTime(match.pickupAtMs),
  dropoffAt: shownTime(match.dropoffAtMs),
  detourM: Math.round(match.detourM),
  detourS: Math.round(match.detourS),
});
