import { expect, test } from "vitest";
import { boxesAround } from "#modules/places/index.ts";
import { Coverage } from "./coverage.ts";

const box = (west: number, south: number, east: number, north: number) => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as [number, number][],
];
/** Two areas with a strip of about a kilometre between them, and one at the 180th meridian. */
const coverage = new Coverage({
  type: "MultiPolygon",
  coordinates: [box(8, 47, 10, 48), box(8, 48.01, 10, 49), box(179, 0, 180, 1)],
});

test.each([
  ["in the middle", { lat: 47.5, lng: 9 }, 20_000, true],
  ["near a western border", { lat: 47.5, lng: 8.01 }, 2_000, false],
  ["at the same distance with a shorter reach", { lat: 47.5, lng: 8.01 }, 500, true],
  ["near a southern border", { lat: 47.01, lng: 9 }, 2_000, false],
  ["beyond a strip without data", { lat: 48.02, lng: 9 }, 3_000, false],
  ["beside the strip", { lat: 48.02, lng: 9 }, 900, true],
  ["outside", { lat: 46, lng: 9 }, 10, false],
  ["at the 180th meridian", { lat: 0.5, lng: 179.999 }, 1_000, false],
] as const)("all data around a place is known: %s", (_, place, radiusM, isKnown) => {
  const boxes = boxesAround(place, radiusM);
  expect(boxes.every((box) => coverage.coversBox(box))).toBe(isKnown);
});
