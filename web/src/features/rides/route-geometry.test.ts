import { describe, expect, test } from "vitest";
import { findLegs, lineLengthM, metresBetween, sliceLine } from "./route-geometry.ts";

const point = (lat: number, lng: number) => ({ lat, lng });
const line = [point(0, 0), point(0, 1), point(0, 2), point(1, 2)];

describe("slice of a line", () => {
  test("runs from the pickup through the points between to the dropoff", () => {
    expect(sliceLine(line, point(0, 0.5), point(0.5, 2))).toEqual([
      point(0, 0.5),
      point(0, 1),
      point(0, 2),
      point(0.5, 2),
    ]);
  });

  test("starts and ends at the passengers' places, also beside the line", () => {
    const stretch = sliceLine(line, point(0.1, 0.5), point(0.5, 2.1));
    expect(stretch.at(0)).toEqual(point(0.1, 0.5));
    expect(stretch.at(1)?.lat).toBeCloseTo(0, 5);
    expect(stretch.at(1)?.lng).toBeCloseTo(0.5, 5);
    expect(stretch.at(-1)).toEqual(point(0.5, 2.1));
  });

  test("never goes backwards on a round trip", () => {
    const outAndBack = [point(0, 0), point(0, 1), point(0, 0)];
    const stretch = sliceLine(outAndBack, point(0, 0.9), point(0, 0.2));
    expect(stretch).toEqual([point(0, 0.9), point(0, 1), expect.anything()]);
    expect(stretch.at(-1)?.lng).toBeCloseTo(0.2, 5);
  });

  test("crosses the antimeridian the short way", () => {
    const stretch = sliceLine([point(0, 179), point(0, -179)], point(0, 179.5), point(0, -179.5));
    expect(lineLengthM(stretch)).toBeCloseTo(111_195, -2);
  });
});

describe("legs that the passenger travels", () => {
  const points = [point(0, 0), point(0, 2), point(1, 2)];

  test.each([
    ["the whole way", point(0, 0), point(1, 2), { firstLeg: 0, lastLeg: 1 }],
    ["from stop to end", point(0, 2), point(1, 2), { firstLeg: 1, lastLeg: 1 }],
    ["from start to stop", point(0, 0), point(0, 2), { firstLeg: 0, lastLeg: 0 }],
    ["within the first leg", point(0, 0.3), point(0, 1.5), { firstLeg: 0, lastLeg: 0 }],
    ["over a stop", point(0, 1.5), point(0.5, 2), { firstLeg: 0, lastLeg: 1 }],
    ["within the last leg", point(0.2, 2), point(0.5, 2), { firstLeg: 1, lastLeg: 1 }],
    ["beside the last leg", point(0.2, 2.05), point(0.5, 2.05), { firstLeg: 1, lastLeg: 1 }],
  ])("%s", (_, pickup, dropoff, legs) => {
    expect(findLegs(points, line, { pickup, dropoff })).toEqual(legs);
  });
});

test("computes spherical lengths accurately enough for fractions", () => {
  // Freiburg to Köln by haversine: 333.0 km.
  expect(metresBetween(point(47.9959, 7.8522), point(50.9333, 6.95)) / 1000).toBeCloseTo(333, -0.5);
});
