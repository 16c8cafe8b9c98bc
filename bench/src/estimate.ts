import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROAD_FACTOR, SPEED_BANDS, estimateDriveS } from "@commonlane/matching/driving-estimate";
import {
  type DrivingTime,
  parseDrivingTimes,
  summarizeErrors,
} from "@commonlane/matching/testing/driving-times";
import { type Bench, logProgress, row } from "./bench.ts";

const DATA = join(import.meta.dirname, "../data/driving-times.tsv");

/** Metres from an end and km/h: two limits and three speeds. */
type Bands = readonly [
  townM: number,
  countryM: number,
  townKmh: number,
  countryKmh: number,
  motorwayKmh: number,
];

/** How far the driving estimate is from usual distances and times, and what a fit to all pairs but one says of that one. */
export const estimate: Bench = {
  name: "estimate",
  async run() {
    const times = parseDrivingTimes(readFileSync(DATA, "utf8"));
    const seconds = times.map((each) => each.seconds);
    const roadM = times.map(({ greatCircleM }) => ROAD_FACTOR * greatCircleM);
    const distance = summarizeErrors(
      roadM,
      times.map((each) => each.roadM),
    );
    const time = summarizeErrors(
      roadM.map((metres) => estimateDriveS(metres)),
      seconds,
    );
    const before = summarizeErrors(
      times.map(({ greatCircleM }) => (1.3 * greatCircleM) / 20),
      seconds,
    );
    const leftOut = summarizeErrors(leaveOneOut(times), seconds);
    const percent = { unit: "%", digits: 1 };
    return {
      how: `${times.length} pairs of places (bench/data), relative errors. The estimate: ${ROAD_FACTOR} × great circle; ${describeBands()}. Left out: each pair by the best of ${GRID.length.toLocaleString("en")} such formulas for the other pairs.`,
      rows: [
        row("time, mean error", 100 * time.mean, { ...percent, atMost: 8 }),
        row("time, p90", 100 * time.p90, { ...percent, atMost: 15 }),
        row("time, largest error (Oslo–Bergen)", 100 * time.max, percent),
        row("time of pairs left out of the fit, mean error", 100 * leftOut.mean, percent),
        row("time of pairs left out of the fit, p90", 100 * leftOut.p90, percent),
        row("distance, mean error", 100 * distance.mean, { ...percent, atMost: 8 }),
        row("distance, p90", 100 * distance.p90, { ...percent, atMost: 15 }),
        row(
          "time by the earlier estimate (1.3 × great circle at 20 m/s), mean error",
          100 * before.mean,
          percent,
        ),
        row("the same, p90", 100 * before.p90, percent),
      ],
    };
  },
};

const describeBands = () =>
  SPEED_BANDS.map(
    ({ endM, mps }) =>
      `${Math.round(mps * 3.6)} km/h${endM < Infinity ? ` up to ${endM / 1000} km` : ""}`,
  )
    .join(", ")
    .concat(" from the nearer end");

const product = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
  as.flatMap((a) => bs.map((b): [A, B] => [a, b]));
const GRID: readonly Bands[] = product(
  product([1_500, 2_000, 2_500, 3_000, 4_000], [10_000, 12_500, 15_000, 17_500, 20_000, 25_000]),
  product(product([25, 28, 30, 32, 35], [50, 55, 60, 65, 70]), [104, 106, 108, 110, 112, 114, 116]),
).map(([[townM, countryM], [[town, country], motorway]]) => [
  townM,
  countryM,
  town,
  country,
  motorway,
]);

function secondsBy([townM, countryM, town, country, motorway]: Bands, roadM: number): number {
  const inTown = Math.min(roadM, 2 * townM);
  const onCountry = Math.min(Math.max(0, roadM - 2 * townM), 2 * (countryM - townM));
  return 3.6 * (inTown / town + onCountry / country + (roadM - inTown - onCountry) / motorway);
}

/** For each pair, the time by the formula with the least errors on all other pairs. */
function leaveOneOut(times: readonly DrivingTime[]): number[] {
  const roadM = times.map(({ greatCircleM }) => ROAD_FACTOR * greatCircleM);
  const seconds = times.map((each) => each.seconds);
  const estimates = GRID.map((bands) => roadM.map((metres) => secondsBy(bands, metres)));
  return times.map(({ name }, out) => {
    const others = seconds.toSpliced(out, 1);
    const best = estimates
      .map((values) => ({ values, error: summarizeErrors(values.toSpliced(out, 1), others) }))
      .reduce((a, b) => (b.error.mean + b.error.p90 / 2 < a.error.mean + a.error.p90 / 2 ? b : a));
    const estimated = best.values[out] ?? NaN;
    logProgress(
      `${name}: ${Math.round(estimated / 60)} min, usually ${Math.round((seconds[out] ?? NaN) / 60)}`,
    );
    return estimated;
  });
}
