import type { Ride } from "@commonlane/contract/rides";
import { listRidesAtPlace } from "#modules/rides/lists/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { EventRow } from "./events.store.ts";
import { findOrThrow } from "./events.ts";

/** How near to the event a ride ends or starts, and how long before or after it. */
const RADIUS_M = 5_000;
const WINDOW_MS = 6 * 3_600_000;

/** All rides to an event and back. Places and times are those that the viewer may see. */
export async function listEventRides(
  ctx: Context,
  viewer: Caller,
  id: string,
): Promise<{ there: Ride[]; back: Ride[] }> {
  const event = await findOrThrow(ctx, viewer.uid, id);
  const endMs = event.ends_at.getTime();
  const [there, back] = await Promise.all([
    listRidesThere(ctx, viewer, event),
    listRidesAtPlace(ctx, viewer, {
      place: event.place,
      radiusM: RADIUS_M,
      end: "origin",
      fromMs: endMs,
      untilMs: endMs + WINDOW_MS,
    }),
  ]);
  return { there, back };
}

/** Rides that arrive near an event before it starts, as this viewer may see them. */
export function listRidesThere(
  ctx: Context,
  viewer: Pick<Caller, "uid">,
  { place, starts_at }: Pick<EventRow, "place" | "starts_at">,
): Promise<Ride[]> {
  const startMs = starts_at.getTime();
  return listRidesAtPlace(ctx, viewer, {
    place,
    radiusM: RADIUS_M,
    end: "destination",
    fromMs: startMs - WINDOW_MS,
    untilMs: startMs,
  });
}
