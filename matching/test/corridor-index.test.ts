import { beforeEach, describe, expect, test } from "vitest";
import { CorridorIndex, toMatchCursor } from "../src/corridor-index.ts";
import { matchRide } from "../src/rule.ts";
import type { MatchRide, Search } from "../src/rule.ts";
import { createRandom, createScenario } from "../src/testing/random-scenarios.ts";

const DEPARTS_AT_MS = Date.UTC(2026, 4, 4, 5, 45);
const rideAt = (id: string, minutes: number, seatsLeft = [3, 3]): MatchRide => ({
  id,
  points: [
    { lat: 47.9959, lng: 7.8522 },
    { lat: 49.9842, lng: 8.2791 },
    { lat: 50.9333, lng: 6.95 },
  ],
  departsAtMs: DEPARTS_AT_MS + minutes * 60_000,
  seatsLeft,
  maxDetourM: 10_000,
  maxDetourS: 600,
});
const SEARCH: Search = {
  from: { lat: 49.0047, lng: 8.3858 },
  to: { lat: 50.7344, lng: 7.0955 },
  departsAfterMs: DEPARTS_AT_MS,
  departsBeforeMs: DEPARTS_AT_MS + 12 * 3_600_000,
  seats: 2,
  walkM: 1_000,
};

let index: CorridorIndex;
const ids = (limit = 100) => index.find(SEARCH, { limit }).map((match) => match.rideId);

beforeEach(() => {
  index = new CorridorIndex();
});

describe("storing rides", () => {
  test("put replaces a ride; remove and setSeats return whether there was one", () => {
    index.put(rideAt("a", 0));
    index.put(rideAt("a", 20 * 60));
    expect(index.size).toBe(1);
    expect(ids()).toEqual([]);
    index.put(rideAt("a", 10));
    expect(ids()).toEqual(["a"]);
    expect(index.remove("a")).toBe(true);
    expect(index.remove("a")).toBe(false);
    expect(index.setSeats("a", [1, 1])).toBe(false);
    expect(index.size).toBe(0);
  });

  test("hides a ride when its seats are taken and shows it again when they are free", () => {
    index.put(rideAt("a", 0));
    expect(index.setSeats("a", [3, 1])).toBe(true);
    expect(ids()).toEqual([]);
    index.setSeats("a", [2, 3]);
    expect(index.find(SEARCH, { limit: 1 })[0]).toMatchObject({ rideId: "a", seatsLeft: 2 });
    expect(() => index.setSeats("a", [1])).toThrow(RangeError);
  });

  test("a search for no seats finds full rides, or only those that are full for some seats", () => {
    index.put(rideAt("a", 0, [3, 0]));
    index.put(rideAt("b", 5, [2, 2]));
    expect(ids()).toEqual(["b"]);
    const found = index
      .find({ ...SEARCH, seats: 0 }, { limit: 9 })
      .map(({ rideId, seatsLeft }) => [rideId, seatsLeft]);
    expect(found.toSorted(([a], [b]) => String(a).localeCompare(String(b), "en"))).toEqual([
      ["a", 0],
      ["b", 2],
    ]);
    const fullFor = (seats: number) =>
      index
        .find({ ...SEARCH, seats: 0 }, { limit: 9, fullFor: seats })
        .map(({ rideId }) => rideId)
        .toSorted();
    expect([1, 2, 3].map(fullFor)).toEqual([["a"], ["a"], ["a", "b"]]);
  });
});

describe("results", () => {
  test("[domain/matching:result-order] sorts by order, then pickup, then id", () => {
    for (const [id, minutes] of [
      ["late", 60],
      ["b", 5],
      ["a", 5],
      ["early", 0],
    ] as const)
      index.put(rideAt(id, minutes));
    expect(ids()).toEqual(["early", "a", "b", "late"]);
    // Ten minutes before and ten after the preferred pickup weigh the same: the earlier one comes first.
    const pickupAtMs = matchRide(rideAt("x", 10), SEARCH)!.pickupAtMs;
    index = new CorridorIndex();
    index.put(rideAt("after", 20));
    index.put(rideAt("before", 0));
    expect(
      index.find({ ...SEARCH, atMs: pickupAtMs }, { limit: 9 }).map(({ rideId }) => rideId),
    ).toEqual(["before", "after"]);
  });

  test("returns pages without gaps and replaces hidden rides by the next ones", () => {
    const minutes = createRandom(7);
    for (let k = 0; k < 50; k++) index.put(rideAt(`ride-${k}`, Math.floor(minutes() * 20)));
    const without = new Set([3, 13, 23, 33, 43].map((k) => `ride-${k}`));
    const allMatches = index.find(SEARCH, { limit: 100, without });
    expect(allMatches).toHaveLength(45);
    const paged = [];
    let page = index.find(SEARCH, { limit: 7, without });
    while (page.length > 0 && paged.length < allMatches.length * 2) {
      paged.push(...page);
      page = index.find(SEARCH, { limit: 7, without, after: toMatchCursor(page.at(-1)!) });
    }
    expect(paged).toEqual(allMatches);
  });

  test("[domain/matching:near-misses-apart] never lists a match as a near miss", () => {
    index.put(rideAt("match", 0));
    index.put(rideAt("near", -150));
    index.put(rideAt("far", -300));
    expect(ids()).toEqual(["match"]);
    const misses = index.nearMisses({ ...SEARCH }, { limit: 9 });
    expect(misses.map(({ match, reasons }) => [match.rideId, reasons])).toEqual([
      ["near", ["window"]],
    ]);
    expect(index.nearMisses(SEARCH, { limit: 9, without: new Set(["near"]) })).toEqual([]);
  });
});

test("[domain/matching:index-exact] finds exactly the rides that match one by one, for any search on a full index", () => {
  const scenarios = Array.from({ length: 400 }, (_, k) => createScenario(900_000 + k));
  const rides = scenarios.flatMap((scenario) => scenario.rides);
  for (const ride of rides) index.put(ride);
  for (const { search } of scenarios.slice(0, 100)) {
    const found = index.find(search, { limit: rides.length }).map(({ rideId }) => rideId);
    const expected = rides
      .filter((ride) => matchRide(ride, search) !== undefined)
      .map(({ id }) => id);
    expect(found.toSorted()).toEqual(expected.toSorted());
  }
});

test.each([
  ["a way round the Earth", [0, 120, -120, 0], 0, { lat: 0, lng: 170 }, { lat: 0, lng: -150 }],
  // 97 degrees from the middle of the leg, though the drive over this place is only 190 degrees long.
  ["a detour over the pole", [0, 90], 14_600_000, { lat: 82.9, lng: -135 }, { lat: 0, lng: 90 }],
])(
  "[domain/matching:index-exact] finds %s although some bounds hold on half a sphere only",
  (_, lngs, maxDetourM, from, to) => {
    const seatsLeft = lngs.slice(1).map(() => 1);
    const ride = {
      ...rideAt("far", 0, seatsLeft),
      points: lngs.map((lng) => ({ lat: 0, lng })),
      maxDetourM,
      maxDetourS: maxDetourM,
    };
    const search = {
      ...SEARCH,
      from,
      to,
      seats: 1,
      departsBeforeMs: DEPARTS_AT_MS + 60 * 86_400_000,
    };
    index.put(ride);
    expect(index.find(search, { limit: 1 })).toEqual([matchRide(ride, search)]);
    expect(matchRide(ride, search)).toBeDefined();
  },
);
