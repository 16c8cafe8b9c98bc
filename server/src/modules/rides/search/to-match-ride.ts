import type { MatchRide } from "@commonlane/matching/rule";
import { toDrivenRide } from "../route/driven-route/driven-route.ts";
import type { IndexedRide } from "../lists/ride-lists.store.ts";

export type MeasurableRide = Omit<IndexedRide, "status" | "public_route" | "polyline">;

/** A ride in the form of the matching rule, as it is driven with its confirmed passengers. */
export function toMatchRide(ride: MeasurableRide): MatchRide {
  const row = toDrivenRide(ride);
  return {
    id: row.id,
    points: row.points,
    departsAtMs: row.departs_at.getTime(),
    seatsLeft: row.seats_left,
    maxDetourM: row.max_detour_m,
    maxDetourS: row.max_detour_s,
    legs: toRoads(row),
  };
}

const toRoads = ({ leg_distance_m, leg_duration_s }: MeasurableRide) =>
  leg_distance_m.map((distanceM, leg) => ({
    distanceM,
    durationS: leg_duration_s[leg] ?? 0,
  }));
