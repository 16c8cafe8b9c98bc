import { expect, test } from "vitest";
import {
  maxZoomOf,
  moveCrop,
  cropSide,
  rotateCrop,
  largestCrop,
  clampCrop,
  zoomCrop,
} from "./crop.ts";

const wide = { width: 1200, height: 800 };

test("starts with the largest centred square and never leaves the picture", () => {
  expect(largestCrop(wide)).toEqual({ x: 600, y: 400, zoom: 1 });
  expect(cropSide(largestCrop(wide), wide)).toBe(800);
  expect(moveCrop(largestCrop(wide), wide, 9, 9)).toEqual({ x: 400, y: 400, zoom: 1 });
  expect(moveCrop(largestCrop(wide), wide, -9, -9)).toEqual({ x: 800, y: 400, zoom: 1 });
  expect(clampCrop({ x: -50, y: 5000, zoom: 2 }, wide)).toEqual({ x: 200, y: 600, zoom: 2 });
});

test("zooms around the pointer, between the full picture and the maximum useful zoom", () => {
  const zoomedIn = zoomCrop(largestCrop(wide), wide, 2, 0.25, -0.25);
  expect(zoomedIn).toEqual({ x: 700, y: 300, zoom: 2 });
  // A quarter of the side right of the centre: 600 + 200 before, 700 + 100 after.
  expect(zoomedIn.x + cropSide(zoomedIn, wide) / 4).toBe(800);
  expect(zoomCrop(zoomedIn, wide, 0.01)).toEqual({ ...largestCrop(wide), x: 700 });
  expect(zoomCrop(zoomedIn, wide, 100).zoom).toBe(5);
  expect(maxZoomOf({ width: 288, height: 900 })).toBe(2);
  expect(maxZoomOf({ width: 20, height: 10 })).toBe(1);
});

test("keeps the square on the same part of the picture after a quarter turn", () => {
  const crop = { x: 900, y: 300, zoom: 4 };
  const rotatedOnce = rotateCrop(crop, wide);
  expect(rotatedOnce).toEqual({ x: 500, y: 900, zoom: 4 });
  const tall = { width: 800, height: 1200 };
  expect(rotateCrop(rotateCrop(rotateCrop(rotatedOnce, tall), wide), tall)).toEqual(crop);
});
