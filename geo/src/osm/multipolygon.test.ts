import fc from "fast-check";
import type { Position } from "geojson";
import { describe, expect, test } from "vitest";
import {
  assemblePolygons,
  isInside,
  joinRings,
  type Polygons,
  signedArea,
} from "./multipolygon.ts";

/** Node ids of a square are its number times 10, plus 0 to 3; every node has a position. */
const positions = new Map<number, Position>();
const locate = (id: number) => positions.get(id);

function square(number: number, [west, south, size]: readonly [number, number, number]): number[] {
  const corners: Position[] = [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
  ];
  const ids = corners.map((corner, i) => {
    positions.set(number * 10 + i, corner);
    return number * 10 + i;
  });
  return [...ids, number * 10];
}

/** Cuts a closed way at the given corners and turns every second piece around. */
function cutRing(ring: readonly number[], cuts: readonly number[]): number[][] {
  const bounds = [
    ...new Set([0, ...cuts.map((cut) => cut % (ring.length - 1)), ring.length - 1]),
  ].toSorted((a, b) => a - b);
  return bounds.slice(1).map((to, i) => {
    const piece = ring.slice(bounds[i], to + 1);
    return i % 2 === 1 ? piece.toReversed() : piece;
  });
}

const toPoints = (ring: readonly number[]) => ring.map((id) => positions.get(id) ?? []);

const parts = (...ways: number[][]) => ways.map((nodeIds) => ({ nodeIds }));
const area = (polygons: Polygons) =>
  polygons
    .flatMap((rings) => rings.map((ring, i) => Math.abs(signedArea(ring)) * (i === 0 ? 1 : -1)))
    .reduce((sum, each) => sum + each, 0);

describe("polygons of areas", () => {
  const outline = square(1, [0, 0, 10]);
  const hole = square(2, [2, 2, 4]);
  const islet = square(3, [3, 3, 1]);
  const second = square(4, [20, 0, 3]);

  test("outlines, holes, islands in holes and several outlines are told apart without roles", () => {
    const polygons = assemblePolygons(parts(islet, second, hole, outline), locate);
    expect(polygons.map((rings) => rings.length)).toEqual([2, 1, 1]);
    expect(area(polygons)).toBe(100 - 16 + 1 + 9);
  });

  test("outlines run counterclockwise and holes clockwise", () => {
    const [polygon = []] = assemblePolygons(parts(outline.toReversed(), hole), locate);
    expect(polygon.map((ring) => Math.sign(signedArea(ring)))).toEqual([1, -1]);
  });

  test("however rings are cut into ways, in any order and direction, the polygons are the same", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(3), { maxLength: 4 }), { minLength: 4, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (cuts, random) => {
          const ways = [outline, hole, islet, second].flatMap((ring, i) =>
            cutRing(ring, cuts[i] ?? []),
          );
          const shuffled = ways
            .map((way) => ({ way, order: random.next().value ?? 0 }))
            .toSorted((a, b) => a.order - b.order)
            .map(({ way }) => way);
          const polygons = assemblePolygons(parts(...shuffled), locate);
          expect(polygons.map((rings) => rings.length)).toEqual([2, 1, 1]);
          expect(area(polygons)).toBe(94);
        },
      ),
    );
  });

  test("random nested squares cover exactly the points inside an odd number of them", () => {
    const nested = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 30 })), {
        minLength: 1,
        maxLength: 6,
      })
      .map((steps) => {
        let at = 0;
        let size = 1000;
        return steps.map(([inset, shrink], i) => {
          at += inset;
          size -= 2 * inset + shrink;
          return square(100 + i, [at, at, size]);
        });
      });
    fc.assert(
      fc.property(
        nested,
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 0, max: 999 }),
        (rings, x, y) => {
          const point: Position = [x + 0.5, y + 0.5];
          const around = rings.filter((ring) => isInside(point, toPoints(ring))).length;
          const covering = assemblePolygons(parts(...rings), locate).filter(
            ([outer = [], ...holes]) =>
              isInside(point, outer) && !holes.some((each) => isInside(point, each)),
          );
          expect(covering.length).toBe(around % 2);
        },
      ),
    );
  });

  test("rings that touch in a node are split there", () => {
    positions.set(90, [10, 10]);
    positions.set(91, [12, 10]);
    positions.set(92, [12, 12]);
    positions.set(12, [10, 10]);
    const eight = [10, 11, 90, 91, 92, 90, 13, 10];
    expect(area(assemblePolygons(parts(eight), locate))).toBe(100 + 2);
  });

  test("a missing node is skipped, and a small gap is closed", () => {
    expect(area(assemblePolygons(parts([10, 11, 999, 12, 13, 10]), locate))).toBe(100);
    positions.set(95, [0, 0.5]);
    expect(area(assemblePolygons(parts([10, 11, 12, 13, 95]), locate))).toBe(100);
  });

  test("a ring with a large gap and degenerate ways give nothing, and other rings stay", () => {
    const broken = [...cutRing(hole, [1, 2]).slice(0, 2), [40], [], [40, 41, 40], [998, 999, 998]];
    const polygons = assemblePolygons(parts(...broken, outline), locate);
    expect(polygons.map((rings) => rings.length)).toEqual([1]);
    expect(area(polygons)).toBe(100);
  });

  test("a way that is listed twice counts once", () => {
    expect(area(assemblePolygons(parts(outline, outline.toReversed(), outline), locate))).toBe(100);
  });

  test("chains keep every way exactly once", () => {
    const ways = cutRing(outline, [1, 2, 3]);
    expect(joinRings(parts(...ways)).map((chain) => chain.length)).toEqual([5]);
    expect(joinRings(parts(...ways.slice(1))).map((chain) => chain.length)).toEqual([4]);
  });
});
