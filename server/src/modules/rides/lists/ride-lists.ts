import type { RidesOfHostQuery } from "@commonlane/contract/ride-search";
import type { Ride } from "@commonlane/contract/rides";
import { Instant, type LatLng, type PageQuery } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { z } from "zod";
import { boxesAround } from "#modules/places/index.ts";
import { isMember, maySeeMembers } from "#modules/groups/index.ts";
import { findGender } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { findRidesDepartingNear } from "./nearby-rides.store.ts";
import {
  type PageCursor,
  findRidesAtPlace,
  findUpcomingRides,
  findUpcomingRidesForMembers,
  findUpcomingRidesOfHost,
  findOwnRides,
  findRidesOfSeries,
  type Viewer,
} from "./ride-lists.store.ts";
import type { RideRow } from "../rides.store.ts";
import { viewRides } from "../rides.view.ts";

interface RidePage {
  readonly items: Ride[];
  readonly nextCursor: string | null;
}
const AfterInstant = z.object({
  at: Instant,
  id: z.uuid(),
});
const AfterDistance = z.object({
  at: z.number().transform(String),
  id: z.uuid(),
});

export async function listAllRides(
  ctx: Context,
  viewer: Caller,
  page: PageQuery,
): Promise<RidePage> {
  const listViewer = await toListViewer(ctx, viewer);
  return listSoonestFirst(ctx, viewer, page, (limit, after) =>
    findUpcomingRides(ctx, listViewer, {
      limit,
      after,
    }),
  );
}

/**
 * Upcoming rides for the members of a mark or group, to its members; to those who may see who is in a group, also the
 * rides that its members offer to everyone. @throws Problem not_found for everyone else
 */
export async function listRidesForMembers(
  ctx: Context,
  viewer: Caller,
  audienceId: string,
  page: PageQuery,
): Promise<RidePage> {
  if (!(await isMember(ctx, viewer.uid, audienceId))) throw new Problem("not_found");
  const listViewer = await toListViewer(ctx, viewer);
  const withOpenRides = await maySeeMembers(ctx, viewer.uid, audienceId);
  return listSoonestFirst(ctx, viewer, page, (limit, after) =>
    findUpcomingRidesForMembers(ctx, listViewer, { audienceId, withOpenRides }, { limit, after }),
  );
}

/** A host's own rides in every state. Others see only the upcoming ones. */
export async function listRidesOfHost(
  ctx: Context,
  viewer: Caller,
  hostId: string,
  { coming, ...page }: RidesOfHostQuery,
): Promise<RidePage> {
  if (hostId === viewer.uid) {
    return listSoonestFirst(ctx, viewer, page, (limit, after) =>
      findOwnRides(ctx, hostId, coming, {
        limit,
        after,
      }),
    );
  }
  const listViewer = await toListViewer(ctx, viewer);
  return listSoonestFirst(ctx, viewer, page, (limit, after) =>
    findUpcomingRidesOfHost(ctx, listViewer, hostId, {
      limit,
      after,
    }),
  );
}

/** Days of a series from an instant on, in every state, for its host. */
export function listRidesOfSeries(
  ctx: Context,
  host: Caller,
  {
    seriesId,
    from,
  }: {
    seriesId: string;
    from: Date;
  },
  page: PageQuery,
): Promise<RidePage> {
  return listSoonestFirst(ctx, host, page, (limit, after) =>
    findRidesOfSeries(
      ctx,
      {
        seriesId,
        from,
      },
      {
        limit,
        after,
      },
    ),
  );
}

export async function listNearbyRides(
  ctx: Context,
  viewer: Caller,
  {
    lat,
    lng,
    radius_km,
    limit,
    cursor,
  }: PageQuery & {
    lat: number;
    lng: number;
    radius_km: number;
  },
): Promise<{
  items: (Ride & { distanceKm: number })[];
  nextCursor: string | null;
}> {
  const after = decodeCursor(AfterDistance, cursor);
  const near = {
    lat,
    lng,
    radiusKm: radius_km,
  };
  const rows = await findRidesDepartingNear(ctx, await toListViewer(ctx, viewer), near, {
    limit: limit + 1,
    after,
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.distance_km,
    id: last.id,
  }));
  const rides = await viewRides(ctx, items, viewer.uid);
  return {
    items: rides.map((ride, n) => ({
      ...ride,
      distanceKm: items[n]?.distance_km ?? 0,
    })),
    nextCursor,
  };
}

interface PlaceAndWindow {
  readonly place: LatLng;
  readonly radiusM: number;
  /** Which end of the ride is at the place: its arrival or its departure is in the window. */
  readonly end: "origin" | "destination";
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Rounding and detours move the times that strangers see; this is more than both. */
const TIME_MARGIN_MS = 2 * 3_600_000;
const RIDES_AT_PLACE_MAX = 100;

/**
 * Upcoming rides that arrive at a place, latest first, or leave from it, soonest first, in a window; decided by what
 * this user may see of them.
 */
export async function listRidesAtPlace(
  ctx: Context,
  viewer: Pick<Caller, "uid">,
  { place, radiusM, end, fromMs, untilMs }: PlaceAndWindow,
): Promise<Ride[]> {
  const rows = await findRidesAtPlace(
    ctx,
    await toListViewer(ctx, viewer),
    {
      end,
      boxes: boxesAround(place, radiusM),
      from: new Date(fromMs - TIME_MARGIN_MS),
      until: new Date(untilMs + TIME_MARGIN_MS),
    },
    RIDES_AT_PLACE_MAX,
  );
  const timeOf = (ride: Ride) => Date.parse(end === "origin" ? ride.departsAt : ride.arrivesAt);
  const isShown = (ride: Ride) =>
    timeOf(ride) >= fromMs && timeOf(ride) <= untilMs && distanceM(ride[end], place) <= radiusM;
  const rides = (await viewRides(ctx, rows, viewer.uid)).filter(isShown);
  // The exact times, by which the rows are ordered, are not for everyone.
  return rides.toSorted((a, b) =>
    end === "origin" ? timeOf(a) - timeOf(b) : timeOf(b) - timeOf(a),
  );
}

export async function toListViewer(ctx: Context, { uid }: Pick<Caller, "uid">): Promise<Viewer> {
  return {
    uid,
    gender: await findGender(ctx, uid),
  };
}

/** A page of rides by departure. Reads one more than shown, to know whether there are more. */
async function listSoonestFirst(
  ctx: Context,
  viewer: Caller,
  { limit, cursor }: PageQuery,
  read: (limit: number, after: PageCursor | undefined) => Promise<RideRow[]>,
): Promise<RidePage> {
  const rows = await read(limit + 1, decodeCursor(AfterInstant, cursor));
  const { items, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.departs_at.toISOString(),
    id: last.id,
  }));
  return {
    items: await viewRides(ctx, items, viewer.uid),
    nextCursor,
  };
}
