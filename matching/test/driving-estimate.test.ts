import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ROAD_FACTOR,
  estimateDriveS,
  estimateLegs,
  estimatePartS,
} from "../src/driving-estimate.ts";
import { EARTH_RADIUS_M } from "../src/geo.ts";
import { parseDrivingTimes, summarizeErrors } from "../src/testing/driving-times.ts";

const KMH = 1 / 3.6;
const DATA = join(import.meta.dirname, "../../bench/data/driving-times.tsv");
const lengths = fc.double({ min: 0, max: 5e6, noNaN: true });

test("[domain/matching:estimate] the first and last 2 km are driven at 30 km/h, up to 15 km from an end at 55, the rest at 114", () => {
  expect(estimateDriveS(0)).toBe(0);
  expect(estimateDriveS(4_000)).toBeCloseTo(4_000 / (30 * KMH), 9);
  expect(estimateDriveS(30_000)).toBeCloseTo(480 + 26_000 / (55 * KMH), 9);
  expect(estimateDriveS(144_000)).toBeCloseTo(480 + 26_000 / (55 * KMH) + 3_600, 9);
});

test("[domain/matching:estimate] distance and time have their own factors", () => {
  const [leg] = estimateLegs(
    [
      { lat: 0, lng: 0 },
      { lat: 0, lng: 1 },
    ],
    { roadFactor: 1.5, timeFactor: 1.2 },
  );
  const roadM = 1.5 * EARTH_RADIUS_M * (Math.PI / 180);
  expect(leg?.distanceM).toBeCloseTo(roadM, 3);
  expect(leg?.durationS).toBeCloseTo(1.2 * estimateDriveS(roadM), 3);
  expect(ROAD_FACTOR).toBeGreaterThanOrEqual(1);
});

test("[domain/matching:estimate] a longer way takes longer, and a third place on the way never saves time", () => {
  fc.assert(
    fc.property(lengths, lengths, (a, b) => {
      const whole = estimateDriveS(a + b);
      const sum = estimateDriveS(a) + estimateDriveS(b);
      expect(whole).toBeGreaterThanOrEqual(Math.max(estimateDriveS(a), estimateDriveS(b)) - 1e-6);
      expect(whole).toBeLessThanOrEqual(sum + 1e-6);
    }),
  );
});

test("[domain/matching:estimate] the parts of a way together take as long as the whole", () => {
  // The last 2 km are in a town.
  expect(estimatePartS(100_000, 2_000, 0)).toBeCloseTo(2_000 / (30 * KMH), 9);
  expect(estimatePartS(50_000, 10_000, 50_000)).toBeCloseTo(10_000 / (114 * KMH), 9);
  fc.assert(
    fc.property(lengths, lengths, lengths, (a, b, c) => {
      const sum = estimatePartS(0, a, b + c) + estimatePartS(a, b, c) + estimatePartS(a + b, c, 0);
      expect(sum).toBeCloseTo(estimateDriveS(a + b + c), 4);
      expect(estimatePartS(a, b, c)).toBeCloseTo(estimatePartS(c, b, a), 4);
      expect(estimatePartS(a, b, c)).toBeGreaterThanOrEqual(-1e-6);
    }),
  );
});

test("estimates are close to the usual distances and times of 62 pairs of places", () => {
  const times = parseDrivingTimes(readFileSync(DATA, "utf8"));
  expect(times).toHaveLength(62);
  const roadM = times.map(({ greatCircleM }) => ROAD_FACTOR * greatCircleM);
  const time = summarizeErrors(
    roadM.map((metres) => estimateDriveS(metres)),
    times.map(({ seconds }) => seconds),
  );
  expect(time.mean).toBeLessThan(0.08);
  expect(time.p90).toBeLessThan(0.15);
  const distance = summarizeErrors(
    roadM,
    times.map((each) => each.roadM),
  );
  expect(distance.mean).toBeLessThan(0.08);
  expect(distance.p90).toBeLessThan(0.15);
});
