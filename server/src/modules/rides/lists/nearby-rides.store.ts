import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { withinRadius } from "#platform/db/within-radius.ts";
import type { RideRow } from "../rides.store.ts";
import { type Page, upcomingRides, type Viewer } from "./ride-lists.store.ts";

interface Circle {
  readonly lat: number;
  readonly lng: number;
  readonly radiusKm: number;
}

type RideNearby = RideRow & { readonly distance_km: number };

const FIRST_RADIUS_KM = 5;
const NEXT_RADIUS = 4;

/**
 * Rides whose origin lies within `radiusKm`, nearest first. Small circles are searched first: among the rides of a state,
 * sorting all of them by distance takes a second.
 */
export async function findRidesDepartingNear(
  ctx: Context,
  viewer: Viewer,
  near: Circle,
  page: Page,
): Promise<RideNearby[]> {
  let radiusKm = Math.max(FIRST_RADIUS_KM, NEXT_RADIUS * Number(page.after?.at ?? 0));
  for (; radiusKm < near.radiusKm; radiusKm *= NEXT_RADIUS) {
    const rides = await findRidesWithin(ctx, viewer, { ...near, radiusKm }, page);
    if (rides.length === page.limit) return rides;
  }
  return findRidesWithin(ctx, viewer, near, page);
}

function findRidesWithin(
  ctx: Context,
  viewer: Viewer,
  near: Circle,
  { limit, after }: Page,
): Promise<RideNearby[]> {
  const { distanceKm, within } = withinRadius(near, {
    lat: "origin_lat",
    lng: "origin_lng",
  });
  return upcomingRides(ctx, viewer)
    .select(distanceKm.as("distance_km"))
    .where(within)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${distanceKm}, id) > (${after?.at}::float8, ${after?.id}::uuid)`),
    )
    .orderBy("distance_km")
    .orderBy("id")
    .limit(limit)
    .execute();
}
