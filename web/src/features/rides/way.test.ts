import { describe, expect, test } from "vitest";
import { legsOf, lengthOf, metresBetween, stretchOf } from "./way.ts";

const at = (lat: number, lng: number) => ({ lat, lng });
const line = [at(0, 0), at(0, 1), at(0, 2), at(1, 2)];

describe("the stretch of a way", () => {
  test("goes from the pickup over the points between to the dropoff", () => {
    expect(stretchOf(line, at(0, 0.5), at(0.5, 2))).toEqual([at(0, 0.5), at(0, 1), at(0, 2), at(0.5, 2)]);
  });

  test("begins and ends where people are, also beside the line", () => {
    const stretch = stretchOf(line, at(0.1, 0.5), at(0.5, 2.1));
    expect(stretch.at(0)).toEqual(at(0.1, 0.5));
    expect(stretch.at(1)?.lat).toBeCloseTo(0, 5);
    expect(stretch.at(1)?.lng).toBeCloseTo(0.5, 5);
    expect(stretch.at(-1)).toEqual(at(0.5, 2.1));
  });

  test("never goes back, on a way that comes home again", () => {
    const there = [at(0, 0), at(0, 1), at(0, 0)];
    const stretch = stretchOf(there, at(0, 0.9), at(0, 0.2));
    expect(stretch).toEqual([at(0, 0.9), at(0, 1), expect.anything()]);
    expect(stretch.at(-1)?.lng).toBeCloseTo(0.2, 5);
  });

  test("takes the short way over the antimeridian", () => {
    const stretch = stretchOf([at(0, 179), at(0, -179)], at(0, 179.5), at(0, -179.5));
    expect(lengthOf(stretch)).toBeCloseTo(111_195, -2);
  });
});

describe("the legs one is aboard on", () => {
  const points = [at(0, 0), at(0, 2), at(1, 2)];

  test.each([
    ["the whole way", at(0, 0), at(1, 2), { firstLeg: 0, lastLeg: 1 }],
    ["from stop to end", at(0, 2), at(1, 2), { firstLeg: 1, lastLeg: 1 }],
    ["from start to stop", at(0, 0), at(0, 2), { firstLeg: 0, lastLeg: 0 }],
    ["within the first leg", at(0, 0.3), at(0, 1.5), { firstLeg: 0, lastLeg: 0 }],
    ["over a stop", at(0, 1.5), at(0.5, 2), { firstLeg: 0, lastLeg: 1 }],
    ["within the last leg", at(0.2, 2), at(0.5, 2), { firstLeg: 1, lastLeg: 1 }],
    ["beside the last leg", at(0.2, 2.05), at(0.5, 2.05), { firstLeg: 1, lastLeg: 1 }],
  ])("%s", (_, pickup, dropoff, legs) => {
    expect(legsOf(points, line, { pickup, dropoff })).toEqual(legs);
  });
});

test("lengths are those of the sphere, near enough for shares", () => {
  // Freiburg to Köln by haversine: 333.0 km.
  expect(metresBetween(at(47.9959, 7.8522), at(50.9333, 6.95)) / 1000).toBeCloseTo(333, -0.5);
});
