import { distanceM, nearestOnLeg } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import { expect, test } from "vitest";
import { simplifyLines } from "./simplify-polyline.ts";

/** A winding road of `count` points, eastwards from a place. */
const winding = (count: number, lng = 8): LatLng[] =>
  Array.from({ length: count }, (_, n) => ({
    lat: 48 + 0.05 * Math.sin(n / 40) + 0.002 * Math.sin(n / 3),
    lng: lng + n * 0.0005,
  }));

const offM = (line: readonly LatLng[], point: LatLng) =>
  Math.min(
    ...line.slice(1).map((to, n) => {
      const { lat, lng } = nearestOnLeg(line[n] ?? to, to, point).point;
      return distanceM(point, { lat, lng });
    }),
  );

test("simplifying a long line keeps its ends and its course within the tolerance", () => {
  const line = winding(6_000);
  const [simplified = []] = simplifyLines([line], 400);
  expect(simplified.length).toBeLessThanOrEqual(400);
  expect([simplified.at(0), simplified.at(-1)]).toEqual([line.at(0), line.at(-1)]);
  expect(
    Math.max(...line.filter((_, n) => n % 50 === 0).map((point) => offM(simplified, point))),
  ).toBeLessThan(300);
});

test("a short line keeps points more than 8 metres off the straight, also over the 180th meridian", () => {
  const bend = [
    { lat: 0, lng: 179.99 },
    { lat: 0.00045, lng: 179.995 },
    { lat: 0.001, lng: -180 },
    { lat: 0, lng: -179.99 },
  ];
  expect(simplifyLines([bend], 400)).toEqual([bend.filter((_, n) => n !== 1)]);
});

test("each leg keeps its two ends, however few points are allowed", () => {
  const lines = simplifyLines([winding(300), winding(300, 9)], 1);
  expect(lines.map(({ length }) => length)).toEqual([2, 2]);
});
