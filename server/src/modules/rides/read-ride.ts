import { rides } from "@commonlane/contract/rides";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { SerializedReply } from "#platform/http/endpoints/serialized-reply.ts";
import { LruCache } from "#platform/lru-cache.ts";
import { canSeeRide } from "./ride-guards.ts";
import { findRideForViewer, type RideForViewer, findRideState } from "./ride-for-viewer.store.ts";
import { viewLoadedRide } from "./rides.view.ts";

/** About 4 kB each. */
const CACHE_SIZE = 2_000;
type RideReply = SerializedReply<typeof rides.one>;

/** A ride as it was read last, and what was answered of it: to those who are close to it, and to others. */
interface CachedRide extends Pick<RideForViewer, "row" | "host" | "version"> {
  close?: RideReply;
  far?: RideReply;
}

/**
 * What a caller may see of a ride; one that is over is shown to those who took part (domain.md, State machines). The
 * database is asked each time whether the ride is still as it was and how far the caller is with it; what was written
 * of it before is given again only then.
 */
export async function readRide(ctx: Context, viewer: Caller, id: string): Promise<RideReply> {
  const state = await findRideState(ctx, id, viewer.uid);
  const ride = state && (await loadRide(ctx, viewer, id, state.version));
  if (!ride || !(await canSeeRide(ctx, { ...state, row: ride.row }, viewer.uid))) {
    throw new Problem("not_found");
  }
  const isParticipant = ride.row.host_id === viewer.uid || state.participation === "passenger";
  return (ride[isParticipant ? "close" : "far"] ??= new SerializedReply(
    rides.one,
    viewLoadedRide(ride, isParticipant),
  ));
}

const cache = new LruCache<string, CachedRide>(CACHE_SIZE);

async function loadRide(ctx: Context, viewer: Caller, id: string, version: string): Promise<CachedRide | undefined> {
  const before = cache.get(id);
  if (before?.version === version) return before;
  const now = await findRideForViewer(ctx, id, viewer.uid);
  if (now) cache.set(id, now);
  return now;
}
