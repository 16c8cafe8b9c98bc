import { expect, test } from "vitest";
import { CorridorIndex } from "../src/corridor-index.ts";
import { at, metresToLng, ride, search } from "./fixtures.ts";
import { distanceM, pointAlongLeg } from "../src/geo.ts";
import type { LatLng } from "../src/geo.ts";
import { MEETING_POINT_OFF_LINE_M, toCandidateRide, matchOnRoads } from "../src/road-rule.ts";
import type { Road, RoadLookup, RoadRide } from "../src/road-rule.ts";
import { DEFAULT_MATCH_SETTINGS, matchRide } from "../src/rule.ts";
import type { Match, MatchRide } from "../src/rule.ts";
import { createRandom, createScenario } from "../src/testing/random-scenarios.ts";

const settings = DEFAULT_MATCH_SETTINGS;
const WORLDS = 1_000;

/** Roads on which a leg is driven at the speed of a detour. */
const greatCircleRoad: RoadLookup = (from, to) => {
  const metres = settings.roadFactor * distanceM(from, to);
  return { distanceM: metres, durationS: metres / settings.detourMps };
};
const withRoads = (ride: MatchRide): MatchRide => ({
  ...ride,
  legs: ride.points.slice(1).map((to, leg) => greatCircleRoad(ride.points[leg]!, to)!),
});

const isSame = (a: Match, b: Match): boolean =>
  Math.abs(a.score - b.score) < 0.1 &&
  Math.abs(a.detourM - b.detourM) < 1 &&
  Math.abs(a.pickupAtMs - b.pickupAtMs) < 1_000 &&
  Math.abs(a.dropoffAtMs - b.dropoffAtMs) < 1_000 &&
  Math.abs(a.shareOfRoute - b.shareOfRoute) < 1e-3 &&
  a.partial === b.partial;

const key = (from: LatLng, to: LatLng) => JSON.stringify([from, to]);

/** The same ride on winding roads: each place is reached with a detour of its own. */
const routed = (
  ride: MatchRide,
  road: (from: LatLng, to: LatLng) => Road,
  line = (a: LatLng, b: LatLng) => [a, b],
): RoadRide => ({
  ...ride,
  legs: ride.points
    .slice(1)
    .map((to, k) => ({ ...road(ride.points[k]!, to), line: line(ride.points[k]!, to) })),
});

test(`[domain/matching:roads] road rule and great-circle rule agree on ${WORLDS} random scenarios where roads are great circles`, () => {
  const counts = { matches: 0, none: 0 };
  const different: string[] = [];
  for (let seed = 1; seed <= WORLDS; seed++) {
    const { rides, search } = createScenario(seed);
    for (const { legs: _, ...plain } of rides) {
      const expected = matchRide(withRoads(plain), search, settings);
      const { match } = matchOnRoads(
        routed(plain, (a, b) => greatCircleRoad(a, b)!),
        search,
        greatCircleRoad,
        settings,
      );
      // At the exact edge of a limit rounding decides.
      if (expected === undefined || match === undefined) counts.none += Number(expected !== match);
      else {
        counts.matches++;
        if (!isSame(match, expected)) different.push(`${plain.id} of world ${seed}`);
      }
    }
  }
  expect(different).toEqual([]);
  expect(counts.matches).toBeGreaterThan(WORLDS / 4);
  expect(counts.none).toBeLessThan(counts.matches / 100);
});

test("[domain/matching:roads-line] uses the road line instead of a straight one: a passenger near the bend walks and costs no detour", () => {
  const bend = { lat: 0.3, lng: 0.5 };
  const plannedRide = ride({ points: [at(0), at(1)], maxDetourM: 0, maxDetourS: 0 });
  const road = { distanceM: 140_000, durationS: 5_000 };
  const onRoads = routed(
    plannedRide,
    () => road,
    (a, b) => [a, bend, b],
  );
  const criteria = search({ from: bend, to: at(1) });
  expect(matchRide(plannedRide, criteria, settings)).toBeUndefined();
  const { match } = matchOnRoads(onRoads, criteria, () => null, settings);
  expect(match).toMatchObject({ pickupBy: "walk", walkFromM: 0, detourM: 0 });
  expect(match?.distanceM).toBeCloseTo(70_000, -2);
  expect(match?.pickupAtMs).toBe(plannedRide.departsAtMs + 2_500_000);
});

test("[domain/matching:roads-detour] takes the detour from the roads, in metres and in seconds", () => {
  const plannedRide = ride({ points: [at(0), at(1)], maxDetourM: 6_000, maxDetourS: 300 });
  const village = { lat: 0.1, lng: 0.5 };
  const onRoads = routed(plannedRide, () => ({ distanceM: 120_000, durationS: 4_000 }));
  const criteria = search({ from: village, to: at(1), walkM: 0 });
  const half =
    (durationS: number): RoadLookup =>
    (from, to) =>
      from === village || to === village
        ? { distanceM: 62_500, durationS }
        : { distanceM: 0, durationS: 0 };
  expect(matchOnRoads(onRoads, criteria, half(2_100), settings).match).toMatchObject({
    detourM: 5_000,
    detourS: 200,
    score: 200,
    pickupBy: "fetch",
    pickupAtMs: plannedRide.departsAtMs + 2_100_000,
  });
  expect(matchOnRoads(onRoads, criteria, half(2_200), settings).match).toBeUndefined();
  expect(matchOnRoads(onRoads, criteria, () => null, settings)).toEqual({
    match: undefined,
    isEstimated: false,
  });
  const estimate: RoadLookup = (from, to) => ({ ...half(2_100)(from, to)!, estimated: true });
  expect(matchOnRoads(onRoads, criteria, estimate, settings)).toMatchObject({
    match: { detourM: 5_000 },
    isEstimated: true,
  });
});

test("[domain/matching:roads-candidates] finds every ride that matches on winding roads in an index of relaxed rides", () => {
  let matches = 0;
  for (let seed = 1; seed <= WORLDS / 4; seed++) {
    const { rides, search } = createScenario(seed);
    const winding = createRandom(seed);
    // Never shorter than the great circle, and often twice as long: A may lie on the longer road and cost nothing.
    const roads = new Map<string, Road>();
    const road = (from: LatLng, to: LatLng): Road => {
      const metres = distanceM(from, to) * (1 + winding());
      const created = roads.get(key(from, to)) ?? {
        distanceM: metres,
        durationS: metres / settings.detourMps,
      };
      roads.set(key(from, to), created);
      return created;
    };
    const index = new CorridorIndex({ ...settings, minRideM: 0 });
    const routedRides = rides.map((ride) =>
      routed(ride, road, (a, b) => [a, pointAlongLeg(a, b, 0.5), b]),
    );
    for (const ride of routedRides) index.put(toCandidateRide(ride));
    const wide = { ...search, departsAfterMs: -8e15, departsBeforeMs: 8e15 };
    const named = new Set(
      index.candidates(wide, { limit: routedRides.length }).map(({ id }) => id),
    );
    for (const ride of routedRides) {
      if (matchOnRoads(ride, search, road, settings).match === undefined) continue;
      matches++;
      expect(named.has(ride.id), `${ride.id} of world ${seed}`).toBe(true);
    }
  }
  expect(matches).toBeGreaterThan(WORLDS / 40);
});

const westOf = (metres: number) => at(-metresToLng(metres));

test("[domain/matching:roads-bounds] names a ride for a walker beyond its first point whom it meets beside its line", () => {
  const road = { distanceM: 12_000, durationS: 600 };
  const points = [at(0), at(0.1)];
  const meetingPoint = {
    at: westOf(MEETING_POINT_OFF_LINE_M - 10),
    along: { distanceM: 0, durationS: 0 },
  };
  const onRoads: RoadRide = {
    ...routed(ride({ points, maxDetourM: 0, maxDetourS: 0 }), () => road),
    meetingPoints: (_, place, maxWalkM) => {
      const walkM = distanceM(place, meetingPoint.at);
      const isLast = distanceM(place, points[1]!) < 1;
      if (isLast) return [{ at: points[1]!, along: road, walkM: 0, walkS: 0 }];
      return walkM <= maxWalkM ? [{ ...meetingPoint, walkM, walkS: walkM }] : [];
    },
  };
  const index = new CorridorIndex(settings);
  index.putOnRoads(onRoads);
  const roads: RoadLookup = () => road;
  const named = (metres: number) => {
    const beyond = search({ from: westOf(metres), to: at(0.1) });
    const isMatch = matchOnRoads(onRoads, beyond, roads, settings).match !== undefined;
    return [isMatch, index.candidates(beyond, { limit: 1, roads }).length];
  };
  expect(named(1_000 + MEETING_POINT_OFF_LINE_M - 11)).toEqual([true, 1]);
  expect(named(1_000 + MEETING_POINT_OFF_LINE_M + 50)).toEqual([false, 0]);
});

test("[domain/matching:roads-bounds] finds a ride until the end of its longest detour, however short its legs are", () => {
  const road = { distanceM: 12_000, durationS: 600 };
  const detour = { maxDetourM: 60_000, maxDetourS: 7_000 };
  const onRoads = routed(ride({ points: [at(0), at(0.1)], ...detour }), () => road);
  const index = new CorridorIndex(settings);
  index.put(toCandidateRide(onRoads));
  const afterMs = onRoads.departsAtMs + 6_000_000;
  const late = search({
    from: { lat: 0.1, lng: 0.05 },
    to: at(0.1),
    departsAfterMs: afterMs,
    departsBeforeMs: afterMs + 1e7,
  });
  const slow: RoadLookup = (from) =>
    from === late.from
      ? { distanceM: 15_000, durationS: 900 }
      : { distanceM: 15_000, durationS: 6_500 };
  expect(matchOnRoads(onRoads, late, slow, settings).match?.pickupAtMs).toBe(
    onRoads.departsAtMs + 6_500_000,
  );
  expect(index.candidates(late, { limit: 1 })).toMatchObject([{ id: onRoads.id, isBound: true }]);
  const tooLate = { ...late, departsAfterMs: onRoads.departsAtMs + 7_700_000 };
  expect(index.candidates(tooLate, { limit: 1 })).toEqual([]);
});
