import type { LatLng } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { createRandom } from "../testing/random-town.ts";
import { buildBoxes, ShapeIndex } from "./shape-index.ts";
import { nearestPoint, type Shapes } from "./shapes.ts";

const LINES = 500;
const WITHIN_M = 3_000;

/** Short lines around a place. */
function createLines(middle: LatLng, random: () => number): Shapes {
  const first: number[] = [];
  const lat7: number[] = [];
  const lng7: number[] = [];
  for (let line = 0; line < LINES; line++) {
    first.push(lat7.length);
    const lat = middle.lat + 0.4 * (random() - 0.5);
    const lng = middle.lng + 0.4 * (random() - 0.5);
    for (let point = 0; point < 2 + 3 * random(); point++) {
      lat7.push(Math.round(1e7 * (lat + 0.01 * random())));
      lng7.push(Math.round(1e7 * wrapped(lng + 0.01 * random())));
    }
  }
  return {
    shapeFirst: Uint32Array.from(first),
    shapeEnd: Uint32Array.from([...first.slice(1), lat7.length]),
    shapeLat7: Int32Array.from(lat7),
    shapeLng7: Int32Array.from(lng7),
  };
}

function wrapped(lng: number): number {
  if (lng > 180) return lng - 360;
  return lng < -180 ? lng + 360 : lng;
}

const isEven = (line: number) => line % 2 === 0;

test.for([
  { lat: 48, lng: 9 },
  { lat: -17, lng: 180 },
  { lat: 0, lng: 0 },
])("the lines near a place are those that a comparison with all finds, around %o", (middle) => {
  const random = createRandom(5);
  const lines = createLines(middle, random);
  const index = new ShapeIndex(lines, buildBoxes(lines));
  let found = 0;
  for (let n = 0; n < 200; n++) {
    const place = {
      lat: middle.lat + 0.4 * (random() - 0.5),
      lng: wrapped(middle.lng + 0.4 * (random() - 0.5)),
    };
    const near = index.near(place, WITHIN_M, isEven).map(({ line }) => line);
    const all = [...lines.shapeFirst.keys()]
      .filter(isEven)
      .map((line) => nearestPoint(lines, line, place))
      .filter(({ offM }) => offM <= WITHIN_M)
      .toSorted((a, b) => a.offM - b.offM || a.line - b.line);
    expect(near).toEqual(all.map(({ line }) => line));
    found += near.length;
  }
  expect(found).toBeGreaterThan(500);
});

test("a line over the 180th meridian is near places along it, however little is searched", () => {
  const lines: Shapes = {
    shapeFirst: Uint32Array.of(0),
    shapeEnd: Uint32Array.of(2),
    shapeLat7: Int32Array.of(-16.8e7, -16.8e7),
    shapeLng7: Int32Array.of(179.99e7, -179.98e7),
  };
  const index = new ShapeIndex(lines, buildBoxes(lines));
  const isFound = [179.995, 179.9999, -179.9999, -179.9985, -179.985].map(
    (lng) => index.near({ lat: -16.7999, lng }, 100, () => true).length === 1,
  );
  expect(isFound).not.toContain(false);
});

test("no lines are near a place without lines", () => {
  const none = {
    shapeFirst: new Uint32Array(),
    shapeEnd: new Uint32Array(),
    shapeLat7: new Int32Array(),
    shapeLng7: new Int32Array(),
  };
  const index = new ShapeIndex(none, buildBoxes(none));
  expect(index.near({ lat: 0, lng: 0 }, WITHIN_M, () => true)).toEqual([]);
});
