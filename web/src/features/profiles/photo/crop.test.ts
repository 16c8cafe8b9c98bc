import { expect, test } from "vitest";
import { mostZoomOf, moved, sideOf, turned, wholeOf, within, zoomed } from "./crop.ts";

const wide = { width: 1200, height: 800 };

test("[issue3/photo:crop] the square begins as the largest one around the middle, and never leaves the picture", () => {
  expect(wholeOf(wide)).toEqual({ x: 600, y: 400, zoom: 1 });
  expect(sideOf(wholeOf(wide), wide)).toBe(800);
  expect(moved(wholeOf(wide), wide, 9, 9)).toEqual({ x: 400, y: 400, zoom: 1 });
  expect(moved(wholeOf(wide), wide, -9, -9)).toEqual({ x: 800, y: 400, zoom: 1 });
  expect(within({ x: -50, y: 5000, zoom: 2 }, wide)).toEqual({ x: 200, y: 600, zoom: 2 });
});

test("[issue3/photo:crop] zooming keeps what is under the finger, between the whole picture and the last useful pixel", () => {
  const near = zoomed(wholeOf(wide), wide, 2, 0.25, -0.25);
  expect(near).toEqual({ x: 700, y: 300, zoom: 2 });
  // A quarter of the side right of the middle: 600 + 200 before, 700 + 100 now.
  expect(near.x + sideOf(near, wide) / 4).toBe(800);
  expect(zoomed(near, wide, 0.01)).toEqual({ ...wholeOf(wide), x: 700 });
  expect(zoomed(near, wide, 100).zoom).toBe(5);
  expect(mostZoomOf({ width: 288, height: 900 })).toBe(2);
  expect(mostZoomOf({ width: 20, height: 10 })).toBe(1);
});

test("[issue3/photo:crop] a quarter turn keeps the square on the same part of the picture", () => {
  const crop = { x: 900, y: 300, zoom: 4 };
  const once = turned(crop, wide);
  expect(once).toEqual({ x: 500, y: 900, zoom: 4 });
  const tall = { width: 800, height: 1200 };
  expect(turned(turned(turned(once, tall), wide), tall)).toEqual(crop);
});
