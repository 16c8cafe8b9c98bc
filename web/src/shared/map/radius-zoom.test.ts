import { expect, test } from "vitest";
import { zoomForRadius } from "./pick-zoom.ts";

/** Metres of a pixel of the map at the equator. */
const metresPerPx = (zoom: number) => 40_075_017 / (512 * 2 ** zoom);

test("a radius fits into its pixels, and would not at the next level", () => {
  const zoom = zoomForRadius(3000, 0, 150);
  expect(3000 / metresPerPx(zoom)).toBeLessThanOrEqual(150);
  expect(3000 / metresPerPx(zoom + 1)).toBeGreaterThan(150);
});

test("far from the equator, where maps are stretched, the same radius needs a smaller zoom", () => {
  expect(zoomForRadius(3000, 60, 150)).toBe(zoomForRadius(3000, 0, 150) - 1);
  expect(zoomForRadius(0, 47, 150)).toBeGreaterThan(20);
});
