import { CorridorIndex } from "@commonlane/matching/corridor-index";
import { matchRide } from "@commonlane/matching/rule";
import { median, row, type Row, logProgress } from "../bench.ts";
import type { RandomRoutes } from "./random-routes.ts";
import { WINDOWS } from "./random-routes.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const SEARCHES = 1_000;
const ROUNDS = 5;
/** Of these about 100 are the road distance and time of the legs. */
const MOST_BYTES = 500;
const MOST_P99_MS = 1;

/** Fills an index ride by ride and searches it at each size; at the smallest, every ride is also tested without it. */
export function measureGrowth(
  ways: RandomRoutes,
  rides: number,
): { index: CorridorIndex; rows: Row[] } {
  const index = new CorridorIndex();
  const rows: Row[] = [];
  for (const size of [...SIZES.filter((each) => each < rides), rides]) {
    for (let n = index.size; n < size; n++) index.put(ways.ride(n));
    const named = size.toLocaleString("en");
    for (const window of WINDOWS) {
      const { p50, p99, matches } = measureSearches(index, ways, size, window);
      logProgress(
        `${named} rides, ${window}: p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms, ${matches.toFixed(1)} matches`,
      );
      rows.push(
        row(`${named} rides, ${window}, ${matches.toFixed(1)} matches on average: p50`, p50, {
          unit: "ms",
          digits: 3,
        }),
      );
      rows.push(
        row(`${named} rides, ${window}: p99`, p99, { unit: "ms", digits: 3, atMost: MOST_P99_MS }),
      );
    }
    if (size === SIZES[0])
      rows.push(
        row(`${named} rides asked one by one, without the index`, oneByOne(ways, size), {
          unit: "ms",
        }),
      );
  }
  const perRide = index.bytes / rides;
  rows.push(
    row(`${rides.toLocaleString("en")} rides: memory per ride beyond its points`, perRide, {
      unit: "bytes",
      atMost: MOST_BYTES,
    }),
  );
  return { index, rows };
}

function measureSearches(
  index: CorridorIndex,
  ways: RandomRoutes,
  size: number,
  window: (typeof WINDOWS)[number],
) {
  const searches = Array.from({ length: SEARCHES }, (_, n) => ways.search(n, size, window));
  const times = searches.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, search] of searches.entries()) {
      const began = performance.now();
      index.find(search, { limit: 20 });
      times[n]?.push(performance.now() - began);
    }
  }
  const sorted = times.map(median).toSorted((a, b) => a - b);
  const counts = searches.slice(0, 200).map((search) => index.find(search, { limit: size }).length);
  const matches = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return { p50: sorted[SEARCHES / 2] ?? NaN, p99: sorted[SEARCHES * 0.99] ?? NaN, matches };
}

function oneByOne(ways: RandomRoutes, size: number): number {
  const rides = Array.from({ length: size }, (_, n) => ways.ride(n));
  const times = Array.from({ length: ROUNDS }, (_, n) => {
    const search = ways.search(n, size, "whole day");
    const began = performance.now();
    rides.filter((ride) => matchRide(ride, search) !== undefined);
    return performance.now() - began;
  });
  return median(times);
}
