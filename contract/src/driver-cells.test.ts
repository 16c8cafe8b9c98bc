import { expect, test } from "vitest";
import { getMapCell, getMapCells, WATCHED_CELLS_MAX } from "./driver-cells.ts";

test("a position is in a cell of the surrounding map section, everywhere on Earth", () => {
  for (const lat of [-90, -89.9, -0.1, 0, 0.25, 47.9959, 89.99, 90]) {
    for (const lng of [-180, -179.9, -0.01, 0, 7.8522, 179.99, 180]) {
      const box = { south: lat - 0.1, north: lat + 0.1, west: lng - 0.1, east: lng + 0.1 };
      expect(getMapCells(box), `${lat}, ${lng}`).toContain(getMapCell({ lat, lng }));
    }
  }
});

test("a view across the 180th meridian has the cells of both sides, and too wide a view has none", () => {
  const box = { south: 0.1, north: 0.2, west: 179.9, east: -179.9 };
  expect(getMapCells(box)).toEqual(["360.1439", "360.0"]);
  expect(getMapCells({ south: 47, north: 48.9, west: 7, east: 8.5 }).length).toBe(8 * 7);
  expect(getMapCells({ south: 40, north: 50, west: 0, east: 20 })).toEqual([]);
  expect(getMapCells({ south: 0.1, north: 0.2, west: -180, east: 180 })).toEqual([]);
  expect(WATCHED_CELLS_MAX).toBe(60);
});
