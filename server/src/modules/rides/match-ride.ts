import type { MatchRide } from "@commonlane/matching/rule";
import type { IndexedRide } from "./ride-lists.store.ts";

/** A ride as matching knows it. */
export const asMatchRide = (row: Omit<IndexedRide, "status">): MatchRide => ({
  id: row.id,
  points: row.points,
  departsAtMs: row.departs_at.getTime(),
  seatsLeft: row.seats_left,
  maxDetourM: row.max_detour_m,
  maxDetourS: row.max_detour_s,
});
