import type { CorridorIndex, ReachableStops } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import { findReachableStops } from "../route/meeting/search-walks.ts";
import { findHiddenRideIds } from "./hidden-rides.store.ts";

/** The index as one user may search it. */
export interface OpenIndex {
  readonly rides: CorridorIndex;
  /** Rides of the window that do not exist for the user. */
  readonly hidden: ReadonlySet<string>;
  /** Where people on foot meet rides near the places of the search that it was opened for; anywhere if omitted. */
  readonly stops?: ReachableStops | undefined;
}

/** The index, and which of its rides this user may find at all. Both are read in every search, before any candidate. */
export async function openIndex(
  ctx: Context,
  index: RideIndex,
  { uid }: Pick<Caller, "uid">,
  { departsAfterMs, departsBeforeMs }: Pick<Search, "departsAfterMs" | "departsBeforeMs">,
): Promise<OpenIndex> {
  const window = {
    afterMs: departsAfterMs,
    beforeMs: departsBeforeMs,
  };
  const [rides, hidden] = await Promise.all([
    index.getUpToDate(),
    findHiddenRideIds(ctx, uid, window),
  ]);
  return { rides, hidden };
}

/** The same for the places of one search, with the stops near them, which are found at the same time. */
export async function openIndexFor(
  ctx: Context,
  index: RideIndex,
  caller: Pick<Caller, "uid">,
  search: Search,
): Promise<OpenIndex> {
  const [open, stops] = await Promise.all([
    openIndex(ctx, index, caller, search),
    findReachableStops(ctx, search),
  ]);
  return { ...open, stops };
}
