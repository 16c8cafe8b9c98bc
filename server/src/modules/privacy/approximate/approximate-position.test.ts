import { distanceM } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import {
  approximateMovement,
  approximatePosition,
  maxApproximationM,
} from "./approximate-position.ts";

test("[domain/privacy:request-grid] an approximate position lies within its square, is the same for every point in it, and exists at the poles", () => {
  expect(approximatePosition({ lat: 49.0123, lng: 8.4056 }, 500)).toEqual(
    approximatePosition({ lat: 49.0124, lng: 8.4057 }, 500),
  );
  const approximate = approximatePosition({ lat: 49.0123, lng: 8.4056 }, 500);
  expect(Math.abs(approximate.lat - 49.0123)).toBeLessThan(0.0023);
  expect(Math.abs(approximate.lng - 8.4056)).toBeLessThan(0.0035);
  for (const lat of [-90, 0, 90])
    for (const lng of [-180, 0, 180]) {
      const edge = approximatePosition({ lat, lng }, 500);
      expect(Math.abs(edge.lat)).toBeLessThanOrEqual(90);
      expect(Math.abs(edge.lng)).toBeLessThanOrEqual(180);
    }
  expect(approximatePosition({ lat: 1.23456789, lng: 2 }, 0)).toEqual({ lat: 1.23456789, lng: 2 });
});

test("a moving driver keeps the heading within a square, and shows it to 45 degrees in another", () => {
  const last = { ...approximatePosition({ lat: 49.0123, lng: 8.4056 }, 500), heading: 90 };
  const within = { lat: last.lat + 0.001, lng: last.lng, heading: 180 };
  expect(approximateMovement(within, 500, last)).toEqual(last);
  const beyond = { ...within, lat: last.lat + 0.004 };
  expect(approximateMovement(beyond, 500, last)).toEqual({
    ...approximatePosition(beyond, 500),
    heading: 180,
  });
  expect(approximateMovement({ ...beyond, heading: 350 }, 500, last).heading).toBe(0);
});

test("no position is farther from its approximate form than the bound, which is no larger than needed", () => {
  const steps = Array.from({ length: 400 }, (_, n) => ({
    lat: 49 + n * 0.00021,
    lng: 8 + n * 0.00037,
  }));
  const farthestM = Math.max(
    ...steps.map((position) => distanceM(position, approximatePosition(position, 500))),
  );
  expect(farthestM).toBeLessThanOrEqual(maxApproximationM(500));
  expect(farthestM).toBeGreaterThan(0.9 * maxApproximationM(500));
});
