import type { MatchRide, Search } from "../src/model.ts";

/** Test rides along the equator, where every figure can be calculated by hand. */
export const DEPARTS_AT_MS = Date.UTC(2026, 4, 4, 5, 45);
export const HOUR_MS = 3_600_000;

// Along the equator a degree is 111,195.08 m, by car 135,658.00 m: 4 km at 30 km/h, 26 km at 55 km/h, the rest at 114.
export const DEGREE_M = 111_195.08;
/** The estimate for a way of at least 30 km. */
export const longDriveS = (greatCircleM: number) =>
  480 + 1_701.818 + (1.22 * greatCircleM - 30_000) / (114 / 3.6);
export const DEGREE_S = longDriveS(DEGREE_M);
export const metresToLng = (metres: number) => metres / DEGREE_M;
export const at = (lng: number, northM = 0) => ({ lat: northM / DEGREE_M, lng });

export const ride = (change: Partial<MatchRide> = {}): MatchRide => {
  const points = change.points ?? [at(0), at(1), at(2)];
  return {
    id: "ride",
    points,
    departsAtMs: DEPARTS_AT_MS,
    seatsLeft: points.slice(1).map(() => 3),
    maxDetourM: 10_000,
    maxDetourS: 600,
    ...change,
  };
};

export const search = (change: Partial<Search> = {}): Search => ({
  from: at(0.5),
  to: at(1.5),
  departsAfterMs: DEPARTS_AT_MS,
  departsBeforeMs: DEPARTS_AT_MS + 8 * HOUR_MS,
  seats: 1,
  walkM: 1_000,
  ...change,
});
