import { expect, test } from "vitest";
import { CorridorIndex, toMatchCursor } from "../src/corridor-index.ts";
import type { Match, MatchRide, Search } from "../src/model.ts";
import { DEFAULT_MATCH_SETTINGS } from "../src/model.ts";
import {
  minNightSeconds,
  maxTermsSeconds,
  nightSecondsAt,
  orderOf,
  termsSeconds,
} from "../src/ranking.ts";
import { matchRide } from "../src/rule.ts";
import { createRandom, createScenario } from "../src/testing/random-scenarios.ts";

const DAY_MS = 86_400_000;
const SETTINGS = DEFAULT_MATCH_SETTINGS;

test("[domain/matching:best-dominance] never ranks an offer behind one that is worse in some respect and better in none", () => {
  const random = createRandom(15);
  /** Few distinct values, so that many offers are equal in some respects. */
  const fewValues = (max: number): number =>
    Math.floor(random() * 4) * max * (random() < 0.5 ? 0.25 : 0.01);
  const offer = () => {
    const carS = fewValues(20_000);
    const walkS = fewValues(4_000);
    const waitS = fewValues(40_000);
    const costShare = fewValues(3);
    const unreliability = fewValues(1);
    return { carS, walkS, awayS: waitS, costShare, unreliability };
  };
  const respects = ["carS", "walkS", "awayS", "costShare", "unreliability"] as const;
  const search = { ...createScenario(1).search, atMs: DAY_MS };
  const rank = (one: ReturnType<typeof offer>, isEarly: boolean, directS: number): number => {
    const journey = {
      rideS: one.carS,
      walkS: one.walkS,
      pickupAtMs: DAY_MS + (isEarly ? -1000 : 1000) * one.awayS,
      rideM: 10_000,
      detourM: 0,
    };
    return orderOf(journey, search, directS, SETTINGS) + termsSeconds(one, directS, SETTINGS);
  };
  let dominated = 0;
  for (let n = 0; n < 200_000; n++) {
    const a = offer();
    const b = offer();
    if (respects.some((name) => a[name] > b[name]) || respects.every((name) => a[name] === b[name]))
      continue;
    dominated++;
    const directS = 600 + random() * 20_000;
    expect(rank(a, random() < 0.5, directS)).toBeLessThan(rank(b, random() < 0.5, directS));
  }
  expect(dominated).toBeGreaterThan(1_000);
});

test("keeps the weight of price and reliability between 0 and its maximum", () => {
  for (const costShare of [0, 0.1, 1, 50, Infinity])
    for (const unreliability of [0, 0.5, 1])
      for (const directS of [0, 600, 40_000]) {
        const added = termsSeconds({ costShare, unreliability }, directS, SETTINGS);
        expect(added).toBeGreaterThanOrEqual(0);
        expect(added).toBeLessThanOrEqual(maxTermsSeconds(directS, SETTINGS));
      }
});

const hour = (hours: number, lng = 0): number =>
  nightSecondsAt(hours * 3_600_000, lng, SETTINGS) / 3600;

test("[domain/matching:best-night] begins and ends the night with the sun, and never exceeds the bound for a range", () => {
  expect([hour(5), hour(12), hour(21)]).toEqual([0, 0, 0]);
  expect([hour(4.5), hour(22), hour(0), hour(24), hour(1)]).toEqual([0.5, 1, 3, 3, 4]);
  // Noon at Greenwich is midnight at the antimeridian, and six in the morning at 90 degrees west.
  expect([hour(12, 180), hour(12, -180), hour(12, -90), hour(10, -90)]).toEqual([3, 3, 0, 1]);
  const random = createRandom(3);
  for (let n = 0; n < 20_000; n++) {
    const fromMs = (random() - 0.5) * 4 * DAY_MS;
    const lng = random() * 360 - 180;
    const toMs = fromMs + random() ** 3 * 2 * DAY_MS;
    const minSeconds = minNightSeconds(fromMs, toMs, lng, SETTINGS);
    const between = fromMs + random() * (toMs - fromMs);
    expect(minSeconds).toBeLessThanOrEqual(nightSecondsAt(between, lng, SETTINGS) + 1e-6);
  }
});

const inOrder = (a: Match, b: Match): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : 1);

/**
 * Many rides along the routes of one scenario, by day and by night, some of them with roads faster than the estimate.
 */
const createManyRides = (
  seed: number,
): { rides: MatchRide[]; search: Search; searches: Search[] } => {
  const { rides, search } = createScenario(seed);
  const random = createRandom(seed);
  const crowd = Array.from({ length: 60 }, (_, n) => {
    const ride = rides[n % rides.length]!;
    const stops = ride.points.filter(
      (_, k) => k === 0 || k === ride.points.length - 1 || random() < 0.8,
    );
    const points = stops.map(({ lat, lng }) => ({
      lat: Math.max(-90, Math.min(90, lat + random() * 0.002)),
      lng,
    }));
    const legs = random() < 0.7 ? undefined : points.slice(1).map(() => road(random));
    return {
      ...ride,
      id: `${ride.id}-${n}`,
      points,
      legs,
      seatsLeft: points.slice(1).map(() => 3),
      departsAtMs: ride.departsAtMs + Math.round((random() - 0.5) * 1.5 * DAY_MS),
    };
  });
  const wide = {
    ...search,
    departsAfterMs: search.departsAfterMs - DAY_MS,
    departsBeforeMs: search.departsBeforeMs + DAY_MS,
  };
  const { atMs: _, ...anyTime } = wide;
  return { rides: crowd, search, searches: [anyTime, { ...wide, atMs: search.departsAfterMs }] };
};

const road = (random: () => number) => ({
  distanceM: 2_000 + random() * 400_000,
  durationS: 60 + random() * 12_000,
});

test("[domain/matching:best-exact] returns the same pages as measuring every ride", () => {
  let found = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const { rides, searches } = createManyRides(seed);
    // The index without road data may stop earlier.
    for (const indexed of [rides, rides.filter(({ legs }) => legs === undefined)]) {
      const index = new CorridorIndex();
      for (const ride of indexed) index.put(ride);
      for (const search of searches) {
        const expected = indexed.flatMap((ride) => matchRide(ride, search) ?? []).toSorted(inOrder);
        const first = index.find(search, { limit: 5 });
        const last = first.at(-1);
        const next = last ? index.find(search, { limit: 5, after: toMatchCursor(last) }) : [];
        expect([...first, ...next]).toEqual(expected.slice(0, 10));
        found += first.length;
      }
    }
  }
  expect(found).toBeGreaterThan(2_000);
});
