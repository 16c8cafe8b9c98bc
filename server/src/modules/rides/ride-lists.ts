import type { Ride, RidesOfHostQuery } from "@commonlane/contract/rides";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { genderOf } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import type { Caller } from "#platform/http/route.ts";
import {
  type After,
  comingRides,
  comingRidesOfHost,
  ownRides,
  ridesLeavingNear,
  ridesOfSeries,
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

export async function listAll(ctx: Context, viewer: Caller, page: PageQuery): Promise<RidePage> {
  const looking = await viewerOf(ctx, viewer);
  return soonest(ctx, viewer, page, (limit, after) => comingRides(ctx, looking, { limit, after }));
}

/** One's own rides in every state; another's only while they are still to come. */
export async function listOfHost(
  ctx: Context,
  viewer: Caller,
  hostId: string,
  { coming, ...page }: RidesOfHostQuery,
): Promise<RidePage> {
  if (hostId === viewer.uid) {
    return soonest(ctx, viewer, page, (limit, after) => ownRides(ctx, hostId, coming, { limit, after }));
  }
  const looking = await viewerOf(ctx, viewer);
  return soonest(ctx, viewer, page, (limit, after) => comingRidesOfHost(ctx, looking, hostId, { limit, after }));
}

/** The days of a series from an instant on, in every state, for its host. */
export function listOfSeries(
  ctx: Context,
  host: Caller,
  { seriesId, from }: { seriesId: string; from: Date },
  page: PageQuery,
): Promise<RidePage> {
  return soonest(ctx, host, page, (limit, after) => ridesOfSeries(ctx, { seriesId, from }, { limit, after }));
}

export async function listNearby(
  ctx: Context,
  viewer: Caller,
  { lat, lng, radius_km, limit, cursor }: PageQuery & { lat: number; lng: number; radius_km: number },
): Promise<{ items: (Ride & { distanceKm: number })[]; nextCursor: string | null }> {
  const after = readCursor(AfterDistance, cursor);
  const near = { lat, lng, radiusKm: radius_km };
  const rows = await ridesLeavingNear(ctx, await viewerOf(ctx, viewer), near, { limit: limit + 1, after });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => ({ at: last.distance_km, id: last.id }));
  const rides = await viewRides(ctx, shown, viewer.uid);
  return {
    items: rides.map((ride, n) => ({ ...ride, distanceKm: shown[n]?.distance_km ?? 0 })),
    nextCursor,
  };
}

const viewerOf = async (ctx: Context, { uid }: Caller): Promise<Viewer> => ({ uid, gender: await genderOf(ctx, uid) });

/** A page of a list by departure: one more is asked for than is shown, to know whether there are more. */
async function soonest(
  ctx: Context,
  viewer: Caller,
  { limit, cursor }: PageQuery,
  read: (limit: number, after: After | undefined) => Promise<RideRow[]>,
): Promise<RidePage> {
  const rows = await read(limit + 1, readCursor(AfterInstant, cursor));
  const { shown, nextCursor } = pageOf(rows, limit, (last) => ({ at: last.departs_at.toISOString(), id: last.id }));
  return { items: await viewRides(ctx, shown, viewer.uid), nextCursor };
}
