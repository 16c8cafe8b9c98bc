import { expect, test } from "vitest";
import { projectToPx, clusterDots, worldSizePx } from "./cluster-dots.ts";

test("clusters close dots without losing or duplicating any", () => {
  const dots = [
    { id: "c", x: 300, y: 300 },
    { id: "a", x: 100, y: 100 },
    { id: "b", x: 130, y: 110 },
    { id: "d", x: 139, y: 100 },
  ];
  expect(clusterDots(dots, 40)).toEqual([{ ids: ["a", "b", "d"] }, { ids: ["c"] }]);
  expect(clusterDots(dots.toReversed(), 40)).toEqual(clusterDots(dots, 40));
  expect(clusterDots(dots, 10).flatMap(({ ids }) => ids)).toEqual(["a", "b", "c", "d"]);
});

test("clusters dots across grid cells", () => {
  const dots = [
    { id: "a", x: 39, y: 39 },
    { id: "b", x: 41, y: 41 },
  ];
  expect(clusterDots(dots, 40)).toEqual([{ ids: ["a", "b"] }]);
});

test("clusters many dots at one place", () => {
  const dots = Array.from({ length: 2000 }, (_, n) => ({ id: String(n), x: 7, y: 7 }));
  expect(clusterDots(dots, 40).map(({ ids }) => ids.length)).toEqual([2000]);
});

test("projects to a square that doubles with each zoom level", () => {
  expect(projectToPx({ lat: 0, lng: 0 }, 0)).toEqual({ x: 256, y: 256 });
  expect(projectToPx({ lat: 0, lng: 180 }, 3).x).toBe(worldSizePx(3));
  expect(projectToPx({ lat: 85.0511287798, lng: 0 }, 0).y).toBeCloseTo(0, 6);
});
