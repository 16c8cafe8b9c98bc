import type { LatLng } from "@commonlane/contract/shapes";
import { expect, test } from "vitest";
import { headingOf, opposite } from "./headings.ts";
import type { PickupPoint } from "./pickup-file.ts";
import { PickupIndex } from "./pickup-index.ts";
import { pointsOnLine } from "./points-on-line.ts";

const M = 1 / 111_195;
const at = (east: number, north: number): LatLng => ({
  lat: 47 + north * M,
  lng: 9 + (east * M) / Math.cos((47 * Math.PI) / 180),
});
const NORTH = headingOf(at(0, 0), at(0, 9));
const EAST = headingOf(at(0, 0), at(9, 0));
const point = (
  name: string,
  east: number,
  north: number,
  headings = EAST | opposite(EAST),
): PickupPoint => ({
  kind: "stop",
  name,
  ...at(east, north),
  headings,
});

const LINE = [at(0, 0), at(500, 0), at(1000, 0), at(1000, 1000)];
const passed = (line: readonly LatLng[], ...points: PickupPoint[]) =>
  pointsOnLine(line, new PickupIndex(points)).map(({ point, share }) => [
    point.name,
    Math.round(share * 1000) / 1000,
  ]);

test("[domain/pickup:on-the-line] a ride passes the points within 25 metres of its line, in order along it", () => {
  const stops = [
    point("c", 1000, 500, NORTH),
    point("a", 100, 24),
    point("far", 300, 26),
    point("b", 600, -24),
    point("end", 1000, 1000, NORTH),
    point("before", -30, 0),
  ];
  expect(passed(LINE, ...stops)).toEqual([
    ["a", 0.05],
    ["b", 0.3],
    ["c", 0.75],
    ["end", 1],
  ]);
});

test("[domain/pickup:direction] a ride passes a point only in a direction in which its road is driven", () => {
  expect(passed(LINE, point("east", 250, 0, EAST))).toEqual([["east", 0.125]]);
  expect(passed(LINE, point("west", 250, 0, opposite(EAST)))).toEqual([]);
  expect(passed(LINE.toReversed(), point("west", 250, 0, opposite(EAST)))).toEqual([
    ["west", 0.875],
  ]);
  // A street that crosses below or above.
  expect(passed(LINE, point("across", 250, 0, NORTH | opposite(NORTH)))).toEqual([]);
  expect(passed(LINE, point("corner", 1000, 0, NORTH))).toEqual([["corner", 0.5]]);
});

test("a point that is passed twice counts once, where the line is nearest", () => {
  const loop = [at(0, 10), at(1000, 10), at(1000, 500), at(0, 500), at(0, 0), at(1000, 0)];
  expect(passed(loop, point("stop", 500, 1))).toEqual([["stop", expect.closeTo(0.876, 2)]]);
});

test("no points, no length", () => {
  expect(passed(LINE)).toEqual([]);
  expect(passed([at(0, 0), at(0, 0)], point("a", 0, 0))).toEqual([]);
});

test("[domain/pickup:straight] points beside a piece that is too long for a road are left out", () => {
  const limits = { maxPieceM: 600 };
  const stops = new PickupIndex([point("a", 100, 0), point("c", 1000, 500, NORTH)]);
  expect(pointsOnLine(LINE, stops, limits).map(({ point }) => point.name)).toEqual(["a"]);
});
