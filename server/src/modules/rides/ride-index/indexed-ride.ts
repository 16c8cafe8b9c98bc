import { toCandidateRide } from "@commonlane/matching/road-rule";
import type { MatchRide } from "@commonlane/matching/rule";
import type { IndexedRide } from "../ride-lists.store.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import { toRoadRide } from "../route/route-geometry.ts";
import { toMatchRide } from "../search/to-match-ride.ts";

/** The public form of a ride for the index. If it follows roads, the index only knows where and when it may be. */
export function toIndexedMatchRide(ride: Omit<IndexedRide, "status">): MatchRide {
  const row = toPublicRide(ride);
  const onRoads = toRoadRide(row);
  return onRoads ? toCandidateRide(onRoads) : toMatchRide(row);
}
