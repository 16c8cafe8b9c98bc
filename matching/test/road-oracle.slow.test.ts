import { expect, test } from "vitest";
import { findMatchProblem, findNearMissProblem } from "../src/testing/compare-implementations.ts";
import { CorridorIndex } from "../src/corridor-index.ts";
import type { Candidate, ReachableStops } from "../src/corridor-index.ts";
import type { LatLng } from "../src/geo.ts";
import { DEFAULT_MATCH_SETTINGS } from "../src/model.ts";
import type { MatchRide, Search } from "../src/model.ts";
import { findRoadNearMiss, matchOnRoads } from "../src/road-rule.ts";
import type { RoadRide } from "../src/road-rule.ts";
import { PairFilter } from "../src/roads/pair-filter.ts";
import { findNearMiss, matchRide } from "../src/rule.ts";
import { listAllRoadCandidates } from "../src/testing/oracle-roads.ts";
import { createRandomRoads, toRandomRoadRide } from "../src/testing/random-roads.ts";
import type { RandomRoads } from "../src/testing/random-roads.ts";
import { createRandom, createScenario } from "../src/testing/random-scenarios.ts";

const WORLDS = Number(process.env["WORLDS"] ?? 600);
const settings = DEFAULT_MATCH_SETTINGS;

interface World {
  readonly search: Search;
  readonly plain: readonly MatchRide[];
  readonly onRoads: readonly RoadRide[];
  readonly roads: RandomRoads;
}

/** Some rides follow roads, others do not, as after the first region was added. */
const createWorld = (seed: number): World => {
  const { rides, search } = createScenario(seed);
  const random = createRandom(seed + 1_000_000);
  const roads = createRandomRoads(random);
  const isOnRoads = rides.map(() => random() < 0.75);
  const onRoads = rides
    .filter((_, n) => isOnRoads[n])
    .map((ride) => toRandomRoadRide(ride, roads, random));
  return { search, plain: rides.filter((_, n) => !isOnRoads[n]), onRoads, roads };
};

test(
  `[domain/matching:roads-oracle] rule on roads and brute force agree to 1 m and 1 s in ${WORLDS} random worlds`,
  () => {
    const problems: string[] = [];
    const counts = { matches: 0, misses: 0 };
    for (let seed = 1; seed <= WORLDS; seed++) {
      const { search, onRoads, roads } = createWorld(seed);
      const filter = new PairFilter(roads, settings);
      for (const ride of onRoads) {
        const all = listAllRoadCandidates(ride, search, roads, settings);
        const { match } = matchOnRoads(ride, search, roads, settings);
        const { miss } = findRoadNearMiss(ride, search, roads, settings);
        if (match && !filter.mayMatch(ride, search))
          problems.push(`world ${seed}: the filter of pairs leaves a match out`);
        const problem =
          findMatchProblem(match, all, ride, search, settings) ??
          findNearMissProblem(match, miss, all, ride, search, settings);
        if (problem !== undefined) problems.push(`world ${seed}: ${problem}`);
        counts.matches += match ? 1 : 0;
        counts.misses += miss ? 1 : 0;
      }
    }
    expect(problems.slice(0, 10), `${problems.length} differ`).toEqual([]);
    expect(counts.matches).toBeGreaterThan(WORLDS / 40);
    expect(counts.misses).toBeGreaterThan(WORLDS / 80);
  },
  60_000 + WORLDS * 100,
);

test.each([
  ["with great circles", false, 0.6],
  ["with the roads of the search", true, 0.35],
] as const)(
  `[domain/matching:roads-bounds] an index %s names every ride that matches or nearly matches on roads, no later than it belongs, in ${WORLDS} random worlds`,
  (_, knowsRoads, mostNamed) => {
    const problems: string[] = [];
    const counts = { matches: 0, misses: 0, candidates: 0, rides: 0 };
    for (let seed = 1; seed <= WORLDS; seed++) {
      const { search, plain, onRoads, roads } = createWorld(seed);
      const index = new CorridorIndex(settings);
      for (const ride of plain) index.put(ride);
      for (const ride of onRoads) index.putOnRoads(ride);
      const lookup = knowsRoads ? roads : undefined;
      const named = new Map(
        pagesOf((options) => index.candidates(search, { ...options, roads: lookup })).map((one) => [
          one.id,
          one,
        ]),
      );
      const nearly = new Map(
        pagesOf((options) => index.nearMissCandidates(search, { ...options, roads: lookup })).map(
          (one) => [one.id, one],
        ),
      );
      const check = (
        kind: string,
        id: string,
        order: number | undefined,
        candidate: Candidate | undefined,
      ) => {
        if (order === undefined) return;
        if (!candidate) problems.push(`world ${seed}: ${id}, a ${kind}, is missing`);
        else if (candidate.order > order)
          problems.push(`world ${seed}: ${id}, a ${kind}, is ${candidate.order - order} late`);
      };
      for (const ride of onRoads) {
        const match = matchOnRoads(ride, search, roads, settings).match;
        const miss = findRoadNearMiss(ride, search, roads, settings).miss?.match;
        check("match", ride.id, match?.order, named.get(ride.id));
        check("near miss", ride.id, miss?.order, nearly.get(ride.id));
        counts.matches += match ? 1 : 0;
        counts.misses += miss ? 1 : 0;
        counts.candidates += named.has(ride.id) ? 1 : 0;
        counts.rides++;
      }
      for (const ride of plain) {
        const match = matchRide(ride, search, settings);
        const miss = findNearMiss(ride, search, settings);
        expect(named.get(ride.id)).toEqual(match && exactly(match));
        expect(nearly.get(ride.id)).toEqual(miss && exactly(miss.match));
      }
    }
    expect(problems.slice(0, 10), `${problems.length} are wrong`).toEqual([]);
    expect(counts.matches).toBeGreaterThan(WORLDS / 40);
    expect(counts.misses).toBeGreaterThan(WORLDS / 80);
    // The bounds are lax, but do not name every ride.
    expect(counts.candidates).toBeLessThan(mostNamed * counts.rides);
  },
  60_000 + WORLDS * 100,
);

test(
  `[domain/matching:roads-bounds] an index with the stops of the search names every ride that is met at one in ${WORLDS} random worlds`,
  () => {
    const problems: string[] = [];
    const counts = { matches: 0, named: 0, namedWithoutStops: 0 };
    for (let seed = 1; seed <= WORLDS; seed++) {
      const { search, onRoads, roads } = createWorld(seed);
      const random = createRandom(seed + 2_000_000);
      for (const ride of onRoads) {
        const alongRide = searchAlong(ride, search, random);
        if (!alongRide) continue;
        const index = new CorridorIndex(settings);
        index.putOnRoads(ride);
        const name = (stops: ReachableStops) =>
          index.candidates(alongRide, { limit: 1, roads, stops })[0];
        const { match } = matchOnRoads(ride, alongRide, roads, settings);
        const named = name(stopsOf(ride, alongRide));
        if (match && !(named && named.order <= match.order))
          problems.push(`world ${seed}: ${ride.id} is missing or late`);
        counts.matches += match ? 1 : 0;
        counts.named += named ? 1 : 0;
        counts.namedWithoutStops += name({ from: [], to: [] }) ? 1 : 0;
      }
    }
    expect(problems.slice(0, 10), `${problems.length} are wrong`).toEqual([]);
    expect(counts.matches).toBeGreaterThan(WORLDS / 10);
    expect(counts.namedWithoutStops).toBeLessThan(0.8 * counts.named);
  },
  60_000 + WORLDS * 100,
);

/** A search between two places beside which the ride has meeting points; undefined for a ride without. */
const searchAlong = (
  { points, legs, meetingPoints }: RoadRide,
  search: Search,
  random: () => number,
): Search | undefined => {
  if (!meetingPoints) return undefined;
  const places = legs
    .flatMap((_, leg) => meetingPoints(leg, points[leg]!, Infinity))
    .map(({ at }) => ({ lat: Math.min(90, at.lat + 0.006 * random()), lng: at.lng }));
  const first = Math.floor(random() * (places.length - 1));
  const departsAt = { departsAfterMs: -8e15, departsBeforeMs: 8e15, atMs: undefined };
  return { ...search, ...departsAt, from: places[first]!, to: places[first + 1]!, walkM: 1_000 };
};

/** The stops of a ride that are near enough. */
const stopsOf = ({ legs, meetingPoints }: RoadRide, search: Search): ReachableStops => {
  const near = (place: LatLng) =>
    legs.flatMap((_, leg) => meetingPoints!(leg, place, search.walkM).map(({ at }) => at));
  return { from: near(search.from), to: near(search.to) };
};

const exactly = ({
  order,
  pickupAtMs,
  rideId: id,
}: {
  order: number;
  pickupAtMs: number;
  rideId: string;
}) => ({
  order,
  pickupAtMs,
  id,
  isBound: false,
});

/** All candidates, read in pages of two. */
const pagesOf = (
  list: (options: { limit: number; after?: Candidate | undefined }) => readonly Candidate[],
): Candidate[] => {
  const all: Candidate[] = [];
  for (;;) {
    const page = list({ limit: 2, after: all.at(-1) });
    all.push(...page);
    if (page.length < 2) return all;
  }
};
