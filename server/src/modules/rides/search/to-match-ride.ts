import { toCandidateRide } from "@commonlane/matching/road-rule";
import type { MatchRide } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { toDrivenRide } from "../driven-route/driven-route.ts";
import type { IndexedRide } from "../ride-lists.store.ts";
import { matchSettings } from "../route/ride-route.ts";
import { toPublicRide } from "../route/public-route.ts";

type IndexableRide = Omit<IndexedRide, "status">;
type MeasurableRide = Omit<IndexableRide, "public_route">;

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

/** The public form of a ride for the index. Relaxed if roads decide, so that the index misses no match on roads. */
export function toIndexedMatchRide(ctx: Pick<Context, "settings" | "routing">, ride: IndexableRide): MatchRide {
  const row = toDrivenRide(toPublicRide(ride));
  return ctx.routing.hasRoadData && row.leg_points
    ? toCandidateRide({ ...toMatchRide(row), legs: toRoads(row) }, matchSettings(ctx.settings))
    : toMatchRide(row);
}

const toRoads = ({ leg_distance_m, leg_duration_s }: MeasurableRide) =>
  leg_distance_m.map((distanceM, leg) => ({ distanceM, durationS: leg_duration_s[leg] ?? 0 }));
