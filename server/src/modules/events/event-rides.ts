import type { Ride } from "@commonlane/contract/rides";
import { listRidesAtPlace } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
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
  const { place, starts_at, ends_at } = await findOrThrow(ctx, viewer.uid, id);
  const near = { place, radiusM: RADIUS_M };
  const startMs = starts_at.getTime();
  const endMs = ends_at.getTime();
  const [there, back] = await Promise.all([
    listRidesAtPlace(ctx, viewer, {
      ...near,
      end: "destination",
      fromMs: startMs - WINDOW_MS,
      untilMs: startMs,
    }),
    listRidesAtPlace(ctx, viewer, {
      ...near,
      end: "origin",
      fromMs: endMs,
      untilMs: endMs + WINDOW_MS,
    }),
  ]);
  return { there, back };
}
