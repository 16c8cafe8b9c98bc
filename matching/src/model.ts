import type { EstimateFactors } from "./driving-estimate.ts";
import { DETOUR_MPS, ROAD_FACTOR } from "./driving-estimate.ts";
import type { LatLng } from "./geo.ts";

/** How a passenger gets to or from the car: on foot, or the host drives to them. */
export type AccessMode = "walk" | "fetch";

/** Estimates of legs whose roads are unknown, of the direct route, and of detours. */
export interface Pace extends EstimateFactors {
  /** Speed of a detour in metres per second. */
  readonly detourMps: number;
}

/** Parameters of the rule that an installation can change. */
export interface MatchSettings extends Pace {
  readonly walkFactor: number;
  readonly walkMps: number;
  /** Longest walk at one end that a search may ask for. */
  readonly maxWalkM: number;
  /** Shortest drive between pickup and dropoff. */
  readonly minRideM: number;
  /** Weight of a second on foot in the result order, against a second in the car. */
  readonly walkWeight: number;
  /** Weight of a second between pickup and the preferred instant. */
  readonly waitWeight: number;
  /** Weight of a second between pickup and daytime, if there is no preferred instant. */
  readonly nightWeight: number;
  /** Start and end of daytime, in mean solar time. */
  readonly dayFromS: number;
  readonly dayUntilS: number;
  /** Weight of paying the full cost of the direct route, as a fraction of its driving time. */
  readonly priceWeight: number;
  /** Weight of the least reliable host. */
  readonly maxUnreliabilityS: number;
  /** A match is partial if an end is farther than this from the ride's own. */
  readonly partialBeyondM: number;
  readonly nearMissWindowMs: number;
  readonly nearMissDetourFactor: number;
  readonly nearMissWalkFactor: number;
}

export const DEFAULT_MATCH_SETTINGS: MatchSettings = {
  roadFactor: ROAD_FACTOR,
  timeFactor: 1,
  detourMps: DETOUR_MPS,
  walkFactor: 1.2,
  walkMps: 1.3,
  maxWalkM: 5_000,
  minRideM: 2_000,
  walkWeight: 2,
  waitWeight: 1,
  nightWeight: 1,
  dayFromS: 5 * 3600,
  dayUntilS: 21 * 3600,
  priceWeight: 0.5,
  maxUnreliabilityS: 120,
  partialBeyondM: 1_000,
  nearMissWindowMs: 90 * 60_000,
  nearMissDetourFactor: 1.5,
  nearMissWalkFactor: 3,
};

/** A ride as matching needs it: origin, stops and destination in driving order, and the seats left on each leg. */
export interface MatchRide {
  readonly id: string;
  readonly points: readonly LatLng[];
  readonly departsAtMs: number;
  readonly seatsLeft: readonly number[];
  readonly maxDetourM: number;
  readonly maxDetourS: number;
  /** Road distance and time of each leg; otherwise they are estimated from its great circle. */
  readonly legs?:
    | readonly {
        readonly distanceM: number;
        readonly durationS: number;
      }[]
    | undefined;
  /**
   * Roads decide which passengers this ride can take, so an index only knows bounds (`toCandidateRide` in road-rule.ts).
   * Needs `legs`.
   */
  readonly isOnRoads?: boolean | undefined;
}

/** A search from A to B with the pickup within the window. `atMs` is the preferred pickup instant, if any. */
export interface Search {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly departsAfterMs: number;
  readonly departsBeforeMs: number;
  readonly atMs?: number | undefined;
  /** 0 also matches full rides. */
  readonly seats: number;
  readonly walkM: number;
}

/** How one passenger can ride along: the pickup and dropoff with the lowest score. Instants are whole milliseconds. */
export interface Match {
  readonly rideId: string;
  readonly pickup: LatLng;
  readonly pickupLeg: number;
  readonly pickupBy: AccessMode;
  readonly pickupAtMs: number;
  readonly dropoff: LatLng;
  readonly dropoffLeg: number;
  readonly dropoffBy: AccessMode;
  readonly dropoffAtMs: number;
  readonly walkFromM: number;
  readonly walkFromS: number;
  readonly walkToM: number;
  readonly walkToS: number;
  readonly detourM: number;
  readonly detourS: number;
  /** Fewest seats left on any leg of the segment. */
  readonly seatsLeft: number;
  /** Distance driven between pickup and dropoff, and its share of the whole drive (0 to 1). */
  readonly distanceM: number;
  readonly shareOfRoute: number;
  /** detourS + walkFromS + walkToS. */
  readonly score: number;
  /** Sort key of result lists, in seconds; see `orderOf`. */
  readonly order: number;
  readonly partial: boolean;
}

export type MissReason = "window" | "detour" | "walk";

/** A match except for the limits named in `reasons`, each missed by no more than a near miss allows. */
export interface NearMiss {
  readonly match: Match;
  readonly reasons: readonly MissReason[];
  /** Negative: the pickup is this much before the window; positive: after it. */
  readonly windowByMs: number;
  readonly detourByM: number;
  readonly detourByS: number;
  /** The larger walk beyond the limit, of the two ends. */
  readonly walkByM: number;
}
