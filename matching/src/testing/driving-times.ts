import { distanceM } from "../geo.ts";
import type { LatLng } from "../geo.ts";

/** The usual way between two places by car in free traffic (bench/data/README.md). */
export interface DrivingTime {
  readonly name: string;
  readonly from: LatLng;
  readonly to: LatLng;
  readonly greatCircleM: number;
  readonly roadM: number;
  readonly seconds: number;
}

/** Reads the content of driving-times.tsv. */
export const parseDrivingTimes = (text: string): DrivingTime[] =>
  text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [origin = "", fromLat, fromLng, destination = "", toLat, toLng, km, minutes] =
        line.split("\t");
      const from = { lat: Number(fromLat), lng: Number(fromLng) };
      const to = { lat: Number(toLat), lng: Number(toLng) };
      const usual = { roadM: Number(km) * 1000, seconds: Number(minutes) * 60 };
      return {
        name: `${origin}–${destination}`,
        from,
        to,
        greatCircleM: distanceM(from, to),
        ...usual,
      };
    });

/** Mean of relative errors, and the error that 90 % of them do not exceed. */
export const summarizeErrors = (estimates: readonly number[], actual: readonly number[]) => {
  const errors = estimates
    .map((value, n) => Math.abs(value / (actual[n] ?? NaN) - 1))
    .toSorted((a, b) => a - b);
  return {
    mean: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    p90: errors[Math.ceil(0.9 * errors.length) - 1] ?? NaN,
    max: errors.at(-1) ?? NaN,
  };
};
