import fc from "fast-check";
import type { Position } from "geojson";
import { expect, test } from "vitest";
import { isInside, signedArea } from "@commonlane/geo/osm/multipolygon";
import { type Box, boxAround, clipLine, clipRing, isWithin } from "./clip.ts";
import { joinLines, mergeFeatures, type TilePoint } from "./merge-features.ts";
import { labelPoint, placeWay } from "./place-features.ts";
import { tileBox, tilesAt, toWorld } from "./tile-grid.ts";

const BOX: Box = [0, 0, 100, 100];
const coordinate = fc.integer({ min: -200, max: 300 }).map((value) => value + 0.5);
const point = fc.tuple(coordinate, coordinate);
/** A star around a centre: its corners go around once, so its edges never cross. */
const star = fc
  .tuple(point, fc.array(fc.integer({ min: 20, max: 150 }), { minLength: 3, maxLength: 12 }))
  .map(([[x, y], radii]) => {
    const corners = radii.map((radius, i): Position => {
      const angle = (2 * Math.PI * i) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return [...corners, corners[0] ?? []];
  });
const inBox = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }))
  .map(([x, y]): Position => [x + 0.25, y + 0.25]);

const length = (line: readonly Position[]) =>
  line.reduce((sum, [x = 0, y = 0], i) => {
    const [beforeX = x, beforeY = y] = line[i - 1] ?? [];
    return sum + Math.hypot(x - beforeX, y - beforeY);
  }, 0);
const total = (lines: readonly Position[][]) => lines.reduce((sum, line) => sum + length(line), 0);
const merge = (...geometry: TilePoint[][]) =>
  mergeFeatures([{ type: 3, attributes: {}, geometry }]);

test("a clipped area covers the same points inside the box, and none outside", () => {
  fc.assert(
    fc.property(star, inBox, (ring, at) => {
      const clipped = clipRing(ring, BOX);
      expect(clipped !== undefined && isInside(at, clipped)).toBe(isInside(at, ring));
      expect(isWithin(boxAround(clipped ?? [[1, 1]]), BOX)).toBe(true);
    }),
  );
});

test("pieces of a clipped line lie in the box and are as long as the line's part inside", () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 10 }), (line) => {
      const pieces = clipLine(line, BOX);
      for (const piece of pieces) expect(isWithin(boxAround(piece), BOX)).toBe(true);
      const halves = [clipLine(line, [0, 0, 50, 100]), clipLine(line, [50, 0, 100, 100])];
      expect(total(pieces)).toBeCloseTo(total(halves.flat()), 6);
    }),
  );
});

test("a label lies inside its area", () => {
  fc.assert(
    fc.property(star, (ring) => {
      expect(isInside(labelPoint([ring]) ?? [], ring)).toBe(true);
    }),
  );
  // A lake as large as a country.
  const shore = Array.from({ length: 130_000 }, (_, n): [number, number] => {
    const angle = (2 * Math.PI * n) / 130_000;
    return [Math.cos(angle), Math.sin(angle)];
  });
  expect(isInside(labelPoint([shore]) ?? [], shore)).toBe(true);
});

test("a line over the 180th meridian is drawn on both sides, not around the earth", () => {
  const lngs = [179.98, 179.99, -179.99, -179.98];
  const way = { type: "way", id: 1, nodeIds: [0, 1, 2, 3], tags: { highway: "primary" } } as const;
  const placed = placeWay(way, (id) => [lngs[id] ?? 0, -16.8]);
  expect(placed.map(({ parts }) => parts.map((part) => part.map(([lng]) => lng)))).toEqual([
    [lngs.slice(0, 2)],
    [lngs.slice(2)],
  ]);
});

test("a box touches exactly the tiles that it overlaps", () => {
  const box: Box = [9.47, 47.05, 9.64, 47.27];
  const tiles = tilesAt(11, box);
  for (const tile of tiles) {
    const [west, south, east, north] = tileBox(tile);
    expect(west < box[2] && east > box[0] && south < box[3] && north > box[1]).toBe(true);
  }
  const [x, y] = toWorld([9.52, 47.14]);
  expect(tiles).toContainEqual({ z: 11, x: Math.floor(x * 2 ** 11), y: Math.floor(y * 2 ** 11) });
  expect(tiles.length).toBe(4);
});

test("lines that continue each other are joined, whatever their direction, and none is lost", () => {
  const path: TilePoint[] = Array.from({ length: 9 }, (_, i) => [i * 10, i]);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
      fc.array(fc.boolean()),
      (cuts, turns) => {
        const ends = [0, ...cuts.toSorted((a, b) => a - b), 8];
        const pieces = ends.slice(1).map((to, i) => {
          const piece = path.slice(ends[i], to + 1);
          return turns[i] ? piece.toReversed() : piece;
        });
        const joined = joinLines(pieces, false);
        expect(joined).toHaveLength(1);
        const [line = []] = joined;
        expect(line[0]?.[0] === 0 ? line : line.toReversed()).toEqual(path);
      },
    ),
  );
});

test("lines stay apart at junctions, and one-way lines keep their direction", () => {
  const junction: TilePoint[][] = [
    [
      [0, 0],
      [5, 5],
    ],
    [
      [5, 5],
      [9, 0],
    ],
    [
      [5, 5],
      [5, 9],
    ],
  ];
  expect(joinLines(junction, false)).toHaveLength(3);
  const opposed: TilePoint[][] = [
    [
      [0, 0],
      [5, 5],
    ],
    [
      [9, 0],
      [5, 5],
    ],
  ];
  expect(joinLines(opposed, false)).toHaveLength(1);
  expect(joinLines(opposed, true)).toEqual(opposed);
});

test("rings without an area are left out, and an outline takes its holes with it", () => {
  const square: TilePoint[] = [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
    [0, 0],
  ];
  const flat: TilePoint[] = [
    [2, 2],
    [3, 3],
    [2, 2],
  ];
  expect(merge(square, flat)).toEqual([{ type: 3, attributes: {}, geometry: [square] }]);
  expect(merge(flat, square)).toEqual([]);
  expect(signedArea(square)).toBe(81);
});
