import { rides } from "@commonlane/contract/rides";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { SerializedReply } from "#platform/http/endpoints/serialized-reply.ts";
import { LRUCache } from "lru-cache";
import { findRideForViewer, type RideForViewer, findRideState } from "./ride-for-viewer.store.ts";
import { rideViewer, viewLoadedRide } from "./rides.view.ts";

/** About 4 kB each. */
const CACHE_SIZE = 2_000;
type RideReply = SerializedReply<typeof rides.one>;

/** A ride as last read, with its replies by the key of their viewers. */
interface CachedRide extends Pick<RideForViewer, "row" | "host" | "membersOf" | "version"> {
  readonly replies: Map<string, RideReply>;
}

/**
 * Returns what a caller may see of a ride. A completed or cancelled ride is shown only to its participants (domain.md,
 * State machines). Each call asks the database whether the ride is unchanged and how the caller takes part; the cached
 * response is used only then.
 */
export async function readRide(ctx: Context, viewer: Caller, id: string): Promise<RideReply> {
  const state = await findRideState(ctx, id, viewer.uid);
  if (!state?.isVisible) throw new Problem("not_found");
  const ride = await loadRide(ctx, viewer, id, state.version);
  if (!ride) throw new Problem("not_found");

  const { links } = state;
  const as = await rideViewer(ctx, ride.row, viewer.uid, state.participation);
  const key = `${as.key} ${links.returnOf} ${links.returnId}`;
  const reply =
    ride.replies.get(key) ??
    new SerializedReply(
      rides.one,
      viewLoadedRide(
        {
          ...ride,
          links,
        },
        as,
      ),
    );
  ride.replies.set(key, reply);
  return reply;
}

const cache = new LRUCache<string, CachedRide>({ max: CACHE_SIZE });

async function loadRide(
  ctx: Context,
  viewer: Caller,
  id: string,
  version: string,
): Promise<CachedRide | undefined> {
  const before = cache.get(id);
  if (before?.version === version) return before;
  const found = await findRideForViewer(ctx, id, viewer.uid);
  if (!found) return undefined;
  const now = {
    ...found,
    replies: new Map<string, RideReply>(),
  };
  cache.set(id, now);
  return now;
}
