import { describe, expect, test } from "vitest";
import { CorridorIndex } from "../src/corridor-index.ts";
import { DEFAULT_MATCH_SETTINGS, matchRide, findNearMiss } from "../src/rule.ts";
import type { MatchRide, Search } from "../src/rule.ts";
import { createRandom, createScenario } from "../src/testing/random-scenarios.ts";

const uuid = (n: number) => `01990000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

/**
 * Rides and searches around the same few places, so that changes interact. The ids alternate between UUIDs and others.
 */
const scenarios = Array.from({ length: 120 }, (_, k) => createScenario(700_000 + k));
const rides: MatchRide[] = scenarios
  .flatMap((scenario) => scenario.rides)
  .map((ride, n) => ({ ...ride, id: n % 3 === 0 ? ride.id : uuid(n) }));
const searches: Search[] = scenarios.map((scenario) => scenario.search);

const expectSame = (
  index: CorridorIndex,
  expectedById: ReadonlyMap<string, MatchRide>,
  search: Search,
) => {
  const expectedRides = [...expectedById.values()];
  const found = index.find(search, { limit: expectedRides.length + 1 });
  expect(found.toSorted(byId)).toEqual(
    expectedRides.flatMap((ride) => matchRide(ride, search) ?? []).toSorted(byId),
  );
  const misses = index
    .nearMisses(search, { limit: expectedRides.length + 1 })
    .map(({ match }) => match.rideId);
  const expected = expectedRides.flatMap((ride) => findNearMiss(ride, search)?.match.rideId ?? []);
  expect(misses.toSorted()).toEqual(expected.toSorted());
  const top = index.find(search, { limit: 3 });
  expect(top).toEqual(found.slice(0, 3));
  expect(index.size).toBe(expectedById.size);
};

const byId = (a: { rideId: string }, b: { rideId: string }) => (a.rideId < b.rideId ? -1 : 1);

const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)]!;

/** Applies one change to a ride, here and in the index. Returns whether the index reports the change. */
const change = (
  index: CorridorIndex,
  expectedById: Map<string, MatchRide>,
  random: () => number,
): boolean => {
  const ride = pick(random, rides);
  const before = expectedById.get(ride.id);
  const choice = random();
  if (before === undefined || choice < 0.35) {
    // The same ride, or the data of another one, so that slots, points and entries of every size are reused.
    const changed = { ...(random() < 0.3 ? pick(random, rides) : ride), id: ride.id };
    index.put(changed);
    expectedById.set(ride.id, changed);
    return true;
  }
  if (choice < 0.6) return expectedById.delete(ride.id) && index.remove(ride.id);
  if (choice < 0.8) {
    const seatsLeft = before.seatsLeft.map(() => Math.floor(random() * 4));
    expectedById.set(ride.id, { ...before, seatsLeft });
    return index.setSeats(ride.id, seatsLeft);
  }
  const departsAtMs = before.departsAtMs + Math.round((random() - 0.5) * 7_200_000);
  index.put({ ...before, departsAtMs });
  expectedById.set(ride.id, { ...before, departsAtMs });
  return true;
};

describe("changes between searches", () => {
  test("[domain/matching:index-changes] finds what matches one by one after any sequence of changes", () => {
    const random = createRandom(3);
    const expectedById = new Map<string, MatchRide>();
    let index = new CorridorIndex();
    let matched = 0;
    for (let step = 0; step < 6_000; step++) {
      expect(change(index, expectedById, random)).toBe(true);
      if (step % 20 === 0) {
        const search = pick(random, searches);
        expectSame(index, expectedById, search);
        matched += index.find(search, { limit: 9 }).length;
      }
      if (step % 1_500 === 0) index = CorridorIndex.restore(structuredClone(index.snapshot()));
    }
    expect(matched).toBeGreaterThan(100);
    for (const id of expectedById.keys()) index.remove(id);
    expect(index.size).toBe(0);
    expect(index.find(searches[0]!, { limit: 9 })).toEqual([]);
  });

  test("restores a snapshot unchanged, and only with the same settings", () => {
    const index = new CorridorIndex();
    for (const ride of rides) index.put(ride);
    const copy = CorridorIndex.restore(structuredClone(index.snapshot()));
    for (const search of searches.slice(0, 20)) {
      expect(copy.find(search, { limit: 50 })).toEqual(index.find(search, { limit: 50 }));
    }
    const otherSettings = { ...DEFAULT_MATCH_SETTINGS, walkFactor: 1.3 };
    expect(() => CorridorIndex.restore(index.snapshot(), otherSettings)).toThrow(RangeError);
  });

  test("finds a drive of several weeks on each of its days, also after it is moved, and not after it is removed", () => {
    const index = new CorridorIndex();
    const points = [0, 2, 4, 6].map((lng) => ({ lat: 47, lng }));
    const legs = [1, 2, 3].map(() => ({ distanceM: 200_000, durationS: 9 * 86_400 }));
    const ride: MatchRide = {
      ...rides[1]!,
      points,
      legs,
      seatsLeft: [1, 1, 1],
      maxDetourM: 5_000,
      maxDetourS: 600,
    };
    index.put(ride);
    const moved = { ...ride, departsAtMs: ride.departsAtMs + 3_600_000 };
    index.put(moved);
    for (let day = 0; day < 27; day++) {
      const departsAfterMs = moved.departsAtMs + day * 86_400_000;
      const from = { lat: 47, lng: (2 * (day + 0.5)) / 9 };
      const search = {
        ...searches[0]!,
        from,
        to: points[3]!,
        departsAfterMs,
        departsBeforeMs: departsAfterMs + 86_400_000,
      };
      expectSame(index, new Map([[ride.id, moved]]), {
        ...search,
        atMs: departsAfterMs,
        seats: 1,
        walkM: 1_000,
      });
      expect(index.find({ ...search, seats: 1, walkM: 1_000 }, { limit: 1 })).toHaveLength(1);
    }
    expect(index.remove(ride.id)).toBe(true);
  });

  test("rejects what it cannot store and changes nothing", () => {
    const index = new CorridorIndex();
    const ride = rides[1]!;
    index.put(ride);
    expect(() => index.put({ ...ride, seatsLeft: ride.seatsLeft.map(() => 0.5) })).toThrow(
      RangeError,
    );
    expect(() => index.put({ ...ride, maxDetourM: Number.NaN })).toThrow(RangeError);
    const long = Array.from({ length: 65_536 }, () => ride.points[0]!);
    expect(() =>
      index.put({ ...ride, points: long, seatsLeft: long.slice(1).map(() => 1) }),
    ).toThrow(RangeError);
    expect(() => index.put({ ...ride, departsAtMs: Number.NaN })).toThrow(RangeError);
    const points = Array.from({ length: 4_000 }, (_, k) => ({
      lat: 5 * (k % 2),
      lng: (3 * k) % 180,
    }));
    const wide = {
      ...ride,
      points,
      seatsLeft: points.slice(1).map(() => 1),
      maxDetourM: 2_000,
      maxDetourS: 600,
    };
    expect(() => index.put(wide)).toThrow(/cells/);
    expectSame(index, new Map([[ride.id, ride]]), searches[0]!);
  });
});
