import { candidateOf } from "@commonlane/matching/road-rule";
import type { MatchRide } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { asDriven } from "./driven-way.ts";
import type { IndexedRide } from "./ride-lists.store.ts";
import { matchSettings } from "./ride-way.ts";
import { asTold } from "./told-way.ts";

type Indexed = Omit<IndexedRide, "status">;
type Measured = Omit<Indexed, "told_way">;

/** A ride as matching knows it: as it is driven with everybody who has a seat, with the lengths and times of its legs where they are those of roads. */
export function asMatchRide(known: Measured): MatchRide {
  const row = asDriven(known);
  return {
    id: row.id,
    points: row.points,
    departsAtMs: row.departs_at.getTime(),
    seatsLeft: row.seats_left,
    maxDetourM: row.max_detour_m,
    maxDetourS: row.max_detour_s,
    legs: row.leg_points ? roadsOf(row) : undefined,
  };
}

/** The ride as the index holds it, as strangers are told of it: where a router decides, so that none that may match on roads is missed. */
export function asIndexed(ctx: Pick<Context, "settings" | "router">, known: Indexed): MatchRide {
  const row = asDriven(asTold(known));
  return ctx.router.knowsRoads && row.leg_points
    ? candidateOf({ ...asMatchRide(row), legs: roadsOf(row) }, matchSettings(ctx.settings))
    : asMatchRide(row);
}

const roadsOf = ({ leg_distance_m, leg_duration_s }: Measured) =>
  (leg_distance_m ?? []).map((distanceM, leg) => ({ distanceM, durationS: leg_duration_s?.[leg] ?? 0 }));
