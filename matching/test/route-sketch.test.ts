import { expect, test } from "vitest";
import { distanceM, pointAlongLeg } from "../src/geo.ts";
import type { LatLng } from "../src/geo.ts";
import { vecOf } from "../src/geometry/sphere.ts";
import { lengthsAlong } from "../src/road-rule.ts";
import type { RoadRide } from "../src/road-rule.ts";
import { createSketch } from "../src/roads/route-sketch.ts";
import type { RouteSketch } from "../src/roads/route-sketch.ts";
import { LinePages, findNearPart } from "../src/storage/line-pages.ts";
import { createRandom } from "../src/testing/random-scenarios.ts";

/** A ride of some legs, each a winding line, from a few hundred metres to half a continent. */
function createRide(random: () => number): RoadRide {
  const step = 0.002 * 10 ** (3 * random());
  let at = { lat: 120 * random() - 60, lng: 340 * random() - 170 };
  const lines = Array.from({ length: 1 + Math.floor(3 * random()) }, () =>
    Array.from({ length: 2 + Math.floor(40 * random()) }, (_, n): LatLng => {
      if (n > 0) at = { lat: at.lat + step * (random() - 0.3), lng: at.lng + step * random() };
      return at;
    }),
  );
  return {
    id: "ride",
    points: [...lines.map(([first]) => first!), at],
    departsAtMs: 0,
    seatsLeft: lines.map(() => 1),
    maxDetourM: 0,
    maxDetourS: 0,
    legs: lines.map((line) => ({
      distanceM: 1_000,
      durationS: 100,
      line,
    })),
  };
}

function nearPart({ line, firstPieces }: RouteSketch, leg: number, place: LatLng, withinM: number) {
  const pieces = {
    span: line,
    first: firstPieces[leg]!,
    end: firstPieces[leg + 1]!,
  };
  return findNearPart(pieces, vecOf(place), withinM);
}

/** A random point of a leg's line, and the share of the line before it. */
function pickPoint(line: readonly LatLng[], random: () => number) {
  const piece = Math.floor(random() * (line.length - 1));
  const part = random();
  const lengths = lengthsAlong(line);
  const beforeM = lengths[piece]! + part * (lengths[piece + 1]! - lengths[piece]!);
  return {
    at: pointAlongLeg(line[piece]!, line[piece + 1]!, part),
    share: beforeM / lengths[line.length - 1]!,
  };
}

test("the part of a leg near a place has every point of its line that is near, also after others were removed", () => {
  const random = createRandom(3);
  const pages = new LinePages();
  const rides = Array.from({ length: 300 }, () => createRide(random));
  for (const ride of rides) pages.release(createSketch(ride, pages).line);
  const sketches = rides.map((ride) => createSketch(ride, pages));

  let whole = 0;
  for (const [n, { legs }] of rides.entries())
    for (const [leg, { line }] of legs.entries()) {
      const { at, share } = pickPoint(line, random);
      const place = { lat: at.lat + 0.01 * random(), lng: at.lng + 0.01 * random() };
      const part = nearPart(sketches[n]!, leg, place, distanceM(at, place) + 0.01);
      expect(part?.from).toBeLessThanOrEqual(share);
      expect(part?.to).toBeGreaterThanOrEqual(share);
      if (part && part.to - part.from >= 0.99) whole++;
    }
  // Long legs have more than one piece.
  expect(whole).toBeLessThan(400);
});

test("a place farther from a leg than its pieces reach is near no part of it, and one beside its end near the last part", () => {
  const line = Array.from({ length: 21 }, (_, n) => ({ lat: 48, lng: 9 + 0.01 * n }));
  const leg = {
    distanceM: 15_000,
    durationS: 900,
    line,
  };
  const ride = {
    ...createRide(createRandom(4)),
    points: [line[0]!, line[20]!],
    legs: [leg],
  };
  const sketch = createSketch(ride, new LinePages());
  const beside = { lat: 48.1, lng: 9.105 };
  expect(distanceM(beside, { ...beside, lat: 48 })).toBeCloseTo(11_120, -1);
  expect(nearPart(sketch, 0, beside, 11_110)).toBeUndefined();
  expect(nearPart(sketch, 0, beside, 11_130)).toBeDefined();
  const atEnd = nearPart(sketch, 0, { lat: 48.01, lng: 9.2 }, 1_200);
  expect(atEnd?.from).toBeGreaterThan(0.8);
  expect(atEnd?.to).toBe(1);
});
