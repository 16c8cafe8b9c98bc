import type { Ride, RidesOfHostQuery } from "@commonlane/contract/rides";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { findGender } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  type PageCursor,
  findUpcomingRides,
  findUpcomingRidesOfHost,
  findOwnRides,
  findRidesDepartingNear,
  findRidesOfSeries,
  type Viewer,
} from "./ride-lists.store.ts";
import type { RideRow } from "./rides.store.ts";
import { viewRides } from "./rides.view.ts";

interface RidePage {
  readonly items: Ride[];
  readonly nextCursor: string | null;
}
const AfterInstant = z.object({ at: Instant, id: z.uuid() });
const AfterDistance = z.object({ at: z.number().transform(String), id: z.uuid() });

export async function listAllRides(ctx: Context, viewer: Caller, page: PageQuery): Promise<RidePage> {
  const listViewer = await toListViewer(ctx, viewer);
  return listSoonestFirst(ctx, viewer, page, (limit, after) => findUpcomingRides(ctx, listViewer, { limit, after }));
}

/** A host's own rides in every state. Others see only the upcoming ones. */
export async function listRidesOfHost(
  ctx: Context,
  viewer: Caller,
  hostId: string,
  { coming, ...page }: RidesOfHostQuery,
): Promise<RidePage> {
  if (hostId === viewer.uid) {
    return listSoonestFirst(ctx, viewer, page, (limit, after) => findOwnRides(ctx, hostId, coming, { limit, after }));
  }
  const listViewer = await toListViewer(ctx, viewer);
  return listSoonestFirst(ctx, viewer, page, (limit, after) =>
    findUpcomingRidesOfHost(ctx, listViewer, hostId, { limit, after }),
  );
}

/** Days of a series from an instant on, in every state, for its host. */
export function listRidesOfSeries(
  ctx: Context,
  host: Caller,
  { seriesId, from }: { seriesId: string; from: Date },
  page: PageQuery,
): Promise<RidePage> {
  return listSoonestFirst(ctx, host, page, (limit, after) =>
    findRidesOfSeries(ctx, { seriesId, from }, { limit, after }),
  );
}

export async function listNearbyRides(
  ctx: Context,
  viewer: Caller,
  { lat, lng, radius_km, limit, cursor }: PageQuery & { lat: number; lng: number; radius_km: number },
): Promise<{ items: (Ride & { distanceKm: number })[]; nextCursor: string | null }> {
  const after = decodeCursor(AfterDistance, cursor);
  const near = { lat, lng, radiusKm: radius_km };
  const rows = await findRidesDepartingNear(ctx, await toListViewer(ctx, viewer), near, { limit: limit + 1, after });
  const { items: shown, nextCursor } = paginate(rows, limit, (last) => ({ at: last.distance_km, id: last.id }));
  const rides = await viewRides(ctx, shown, viewer.uid);
  return {
    items: rides.map((ride, n) => ({ ...ride, distanceKm: shown[n]?.distance_km ?? 0 })),
    nextCursor,
  };
}

const toListViewer = async (ctx: Context, { uid }: Caller): Promise<Viewer> => ({
  uid,
  gender: await findGender(ctx, uid),
});

/** A page of rides by departure. Reads one more than shown, to know whether there are more. */
async function listSoonestFirst(
  ctx: Context,
  viewer: Caller,
  { limit, cursor }: PageQuery,
  read: (limit: number, after: PageCursor | undefined) => Promise<RideRow[]>,
): Promise<RidePage> {
  const rows = await read(limit + 1, decodeCursor(AfterInstant, cursor));
  const { items: shown, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.departs_at.toISOString(),
    id: last.id,
  }));
  return { items: await viewRides(ctx, shown, viewer.uid), nextCursor };
}
