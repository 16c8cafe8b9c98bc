import { assert, double, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { EARTH_RADIUS_M, distanceM, nearestOnLeg, pointAlongLeg } from "../src/geo.ts";

const QUARTER_M = (EARTH_RADIUS_M * Math.PI) / 2;
const DEGREE_M = QUARTER_M / 90;

const place = record({
  lat: double({ min: -90, max: 90, noNaN: true }),
  lng: double({ min: -180, max: 180, noNaN: true }),
});

describe("distance", () => {
  test("[domain/matching:great-circle] is measured on a sphere of 6,371,008.8 m", () => {
    expect(distanceM({ lat: 0, lng: 0 }, { lat: 0, lng: 90 })).toBeCloseTo(10_007_557.22, 2);
    expect(distanceM({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(2 * QUARTER_M, 3);
    expect(distanceM({ lat: 90, lng: 12 }, { lat: 90, lng: -77 })).toBeLessThan(1e-6);
  });

  test("is precise at a millimetre and across the antimeridian", () => {
    expect(
      distanceM({ lat: 0, lng: 179.999_999_995 }, { lat: 0, lng: -179.999_999_995 }),
    ).toBeCloseTo(DEGREE_M / 1e8, 6);
  });

  test("is symmetric and never longer than over a third place", () => {
    assert(
      property(place, place, place, (a, b, c) => {
        expect(distanceM(a, b)).toBe(distanceM(b, a));
        expect(distanceM(a, b)).toBeLessThanOrEqual(distanceM(a, c) + distanceM(c, b) + 1e-6);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});

describe("nearest point of a leg", () => {
  test("lies between the ends across the antimeridian", () => {
    const near = nearestOnLeg({ lat: 0, lng: 179 }, { lat: 0, lng: -179 }, { lat: 1, lng: -179.5 });
    expect(near.point.lng).toBeCloseTo(-179.5, 9);
    expect(near.fraction).toBeCloseTo(0.75, 9);
    expect(near.distanceM).toBeCloseTo(DEGREE_M, 3);
  });

  test("is the pole if the leg crosses the pole", () => {
    const near = nearestOnLeg({ lat: 89, lng: 0 }, { lat: 89, lng: 180 }, { lat: 89.5, lng: 90 });
    expect(near.point.lat).toBeCloseTo(90, 7);
    expect(near.fraction).toBeCloseTo(0.5, 7);
  });

  test("is the given end if the place is beyond it, also on a leg of length 0", () => {
    const a = { lat: 48, lng: 8 };
    const b = { lat: 48, lng: 9 };
    expect(nearestOnLeg(a, b, { lat: 48.2, lng: 7 })).toMatchObject({ point: a, fraction: 0 });
    expect(nearestOnLeg(a, b, { lat: 47.8, lng: 10 }).point).toBe(b);
    expect(nearestOnLeg(a, { ...a }, b)).toMatchObject({
      point: a,
      fraction: 0,
      distanceM: distanceM(a, b),
    });
  });

  test("is nearer than every other point of the leg", () => {
    assert(
      property(
        place,
        place,
        place,
        double({ min: 0, max: 1, noNaN: true }),
        (a, b, p, fraction) => {
          const near = nearestOnLeg(a, b, p);
          expect(near.distanceM).toBeLessThanOrEqual(
            distanceM(pointAlongLeg(a, b, fraction), p) + 0.001,
          );
          expect(distanceM(pointAlongLeg(a, b, near.fraction), near.point)).toBeLessThan(0.001);
        },
      ),
      { seed: 2, numRuns: 5_000 },
    );
  });
});

test("a point along a leg divides it by its fraction, between antipodes too", () => {
  assert(
    property(place, place, double({ min: 0, max: 1, noNaN: true }), (a, b, fraction) => {
      const point = pointAlongLeg(a, b, fraction);
      expect(distanceM(a, point)).toBeCloseTo(fraction * distanceM(a, b), 2);
      expect(distanceM(point, b)).toBeCloseTo((1 - fraction) * distanceM(a, b), 2);
    }),
    { seed: 3, numRuns: 5_000 },
  );
  expect(
    distanceM({ lat: 0, lng: 0 }, pointAlongLeg({ lat: 0, lng: 0 }, { lat: 0, lng: 180 }, 0.25)),
  ).toBeCloseTo(QUARTER_M / 2, 3);
});
