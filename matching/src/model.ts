import type { LatLng } from "./geo.ts";

/** How one gets to the car or from it: on foot, or the host comes. */
export type AccessMode = "walk" | "fetch";

/** How driving is measured where no road is known: road metres per great-circle metre, and metres per second. */
export interface Pace {
  readonly roadFactor: number;
  readonly driveMps: number;
}

/** The numbers of the rule that an installation may change. */
export interface MatchSettings extends Pace {
  readonly walkFactor: number;
  readonly walkMps: number;
  /** The most walking at one end that a search may ask for. */
  readonly maxWalkM: number;
  /** Pickup and dropoff are at least this much driving apart. */
  readonly minRideM: number;
  /** What a second on foot weighs in the order of results against a second in the car. */
  readonly walkWeight: number;
  /** The same of a second between pickup and the wanted instant. */
  readonly waitWeight: number;
  /** The same of a second between pickup and daytime, where no instant is wanted. */
  readonly nightWeight: number;
  /** When daytime begins and ends, by the sun's mean time. */
  readonly dayFromS: number;
  readonly dayUntilS: number;
  /** What all that the direct way costs would weigh, as a part of its time. */
  readonly priceWeight: number;
  /** What the least reliable host weighs. */
  readonly reliabilityMostS: number;
  /** An end farther than this from the ride's own makes the match partial. */
  readonly partialBeyondM: number;
  readonly nearMissWindowMs: number;
  readonly nearMissDetourFactor: number;
  readonly nearMissWalkFactor: number;
}

export const DEFAULT_MATCH_SETTINGS: MatchSettings = {
  roadFactor: 1.3,
  driveMps: 20,
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
  reliabilityMostS: 120,
  partialBeyondM: 1_000,
  nearMissWindowMs: 90 * 60_000,
  nearMissDetourFactor: 1.5,
  nearMissWalkFactor: 3,
};

/** What matching knows of a ride: origin, stops and destination in driving order, and the seats left on each leg between. */
export interface MatchRide {
  readonly id: string;
  readonly points: readonly LatLng[];
  readonly departsAtMs: number;
  readonly seatsLeft: readonly number[];
  readonly maxDetourM: number;
  readonly maxDetourS: number;
  /** Each leg by road, where a router knows it; otherwise great-circle x factor. */
  readonly legs?: readonly { readonly distanceM: number; readonly durationS: number }[] | undefined;
}

/** From A to B with the pickup within the window; `atMs` is the wanted pickup, if any instant in it is wanted most. */
export interface Search {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly departsAfterMs: number;
  readonly departsBeforeMs: number;
  readonly atMs?: number | undefined;
  readonly seats: number;
  readonly walkM: number;
}

/** How one person can ride along: the combination of ends with the least score. Instants are whole milliseconds. */
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
  /** The fewest seats left on any leg of the part. */
  readonly seatsLeft: number;
  /** Driven between pickup and dropoff, and its share of all that is then driven (0 to 1). */
  readonly distanceM: number;
  readonly shareOfRoute: number;
  /** detourS + walkFromS + walkToS. */
  readonly score: number;
  /** What lists are ordered by, in seconds: `orderOf`. */
  readonly order: number;
  readonly partial: boolean;
}

export type MissReason = "window" | "detour" | "walk";

/** A match but for the limits named in `reasons`, each missed by no more than is allowed for a near miss. */
export interface NearMiss {
  readonly match: Match;
  readonly reasons: readonly MissReason[];
  /** Negative: the pickup is that long before the window; positive: after it. */
  readonly windowByMs: number;
  readonly detourByM: number;
  readonly detourByS: number;
  /** The larger of what is walked beyond the limit at either end. */
  readonly walkByM: number;
}
