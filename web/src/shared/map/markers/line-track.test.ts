import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LatLng } from "../map-types.ts";
import { createGlide, GLIDE_MS, glidePosition } from "./glide.ts";
import { createTrack, type LineTrack, positionOnTrack, snapToTrack } from "./line-track.ts";

const NEAR_M = 60;
const METRES_PER_DEGREE = 111_195;
const metresBetween = (a: LatLng, b: LatLng) =>
  Math.hypot(
    (b.lat - a.lat) * METRES_PER_DEGREE,
    (b.lng - a.lng) * METRES_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180),
  );
const trackOf = (line: readonly LatLng[]): LineTrack => {
  const track = createTrack(line);
  if (!track) throw new Error("There is no track.");
  return track;
};
const lengthOf = ({ metres }: LineTrack) => metres.at(-1) ?? 0;

/** Roads of a few kilometres, in steps of at least some metres. */
const line = fc
  .array(
    fc.record({ north: fc.integer({ min: -40, max: 40 }), east: fc.integer({ min: 1, max: 60 }) }),
    {
      minLength: 2,
      maxLength: 30,
    },
  )
  .map((steps) => {
    let lat = 47.14;
    let lng = 9.52;
    return steps.map(({ north, east }) => ({
      lat: (lat += north * 1e-4),
      lng: (lng += east * 1e-4),
    }));
  });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

describe("a mark on the line of a ride", () => {
  test("stays where it is on the line", () => {
    fc.assert(
      fc.property(line, fraction, (points, part) => {
        const track = trackOf(points);
        const at = positionOnTrack(track, lengthOf(track) * part);
        const snapped = snapToTrack(track, at, NEAR_M, at.alongM);
        expect(snapped && metresBetween(snapped, at)).toBeLessThan(0.5);
      }),
    );
  });

  test("is put on the nearest point of the line, and never farther than it was", () => {
    fc.assert(
      fc.property(line, fraction, fc.integer({ min: -80, max: 80 }), (points, part, aside) => {
        const track = trackOf(points);
        const on = positionOnTrack(track, lengthOf(track) * part);
        const at = { lat: on.lat + aside / METRES_PER_DEGREE, lng: on.lng };
        const snapped = snapToTrack(track, at, NEAR_M, undefined);
        // Positions that are too far away stay where they are.
        const movedM = snapped ? metresBetween(snapped, at) : 0;
        expect(movedM).toBeLessThanOrEqual(Math.min(NEAR_M, Math.abs(aside)) + 0.5);
        expect(snapped !== undefined || Math.abs(aside) > NEAR_M - 1).toBe(true);
      }),
    );
  });

  test("glides along it, forwards, at constant speed", () => {
    fc.assert(
      fc.property(line, fraction, fraction, fraction, (points, one, other, progress) => {
        const track = trackOf(points);
        const [from, to] = [one, other]
          .toSorted((a, b) => a - b)
          .map((part) => positionOnTrack(track, lengthOf(track) * part));
        if (!from || !to) throw new Error("There are two positions.");
        const glide = createGlide(from, to, 0, { track });
        // Otherwise it is too far for a glide.
        fc.pre(glide?.track !== undefined);
        const half = glidePosition(glide, GLIDE_MS * progress);
        expect(half.alongM).toBeCloseTo(from.alongM + (to.alongM - from.alongM) * progress, 3);
        expect(snapToTrack(track, half, 1, half.alongM)).toBeDefined();
      }),
    );
  });
});

const EAST = { lat: 0, lng: 0.02 };
const corner = trackOf([{ lat: 0, lng: 0 }, EAST, { lat: 0.02, lng: 0.02 }]);

test("turns with the line", () => {
  expect(positionOnTrack(corner, 100).bearing).toBeCloseTo(90, 3);
  expect(positionOnTrack(corner, lengthOf(corner) - 100).bearing).toBeCloseTo(0, 3);
});

test("leaves a position on another road alone", () => {
  expect(snapToTrack(corner, { lat: 0.001, lng: 0.01 }, NEAR_M, undefined)).toBeUndefined();
});

test("stays on the way out of a line that comes back", () => {
  const thereAndBack = trackOf([
    { lat: 0, lng: 0 },
    EAST,
    { lat: 0.0001, lng: 0.0199 },
    { lat: 0.0001, lng: 0 },
  ]);
  const at = { lat: 0.00006, lng: 0.01 };
  expect(snapToTrack(thereAndBack, at, NEAR_M, 1000)?.bearing).toBeCloseTo(90, 0);
  expect(snapToTrack(thereAndBack, at, NEAR_M, 3300)?.bearing).toBeCloseTo(270, 0);
});

test("there is no track along a single point", () => {
  expect(createTrack([EAST, EAST])).toBeUndefined();
});
