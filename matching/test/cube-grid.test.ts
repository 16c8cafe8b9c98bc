import { describe, expect, test } from "vitest";
import { CubeGrid } from "../src/geometry/cube-grid.ts";
import { DetourEllipse } from "../src/geometry/detour-ellipse.ts";
import { angle, vecOf } from "../src/geometry/sphere.ts";
import type { Vec } from "../src/geometry/sphere.ts";
import { Route, loadRide } from "../src/rule/route.ts";
import { ride } from "./fixtures.ts";
import { DEFAULT_MATCH_SETTINGS } from "../src/model.ts";
import { createRandom } from "../src/testing/random-scenarios.ts";

const random = createRandom(17);
const anywhere = (): Vec =>
  vecOf({ lat: (Math.asin(2 * random() - 1) * 180) / Math.PI, lng: 360 * random() - 180 });
/** A random place up to `rad` away. */
const near = (place: Vec, rad: number): Vec => {
  const off = anywhere();
  const by = rad * random();
  const x = place.x + by * off.x;
  const y = place.y + by * off.y;
  const z = place.z + by * off.z;
  const length = Math.hypot(x, y, z);
  return { x: x / length, y: y / length, z: z / length };
};
const cellsOf = (grid: CubeGrid, place: Vec, rad: number): number[] => {
  grid.findInCap(place, rad);
  return [...grid.found.subarray(0, grid.count)];
};
const centreOf = (grid: CubeGrid, cell: number): Vec => {
  const line = Math.floor(cell / grid.perSide);
  const face = Math.floor(line / grid.perSide);
  grid.findCentre(face, line - face * grid.perSide, cell - line * grid.perSide);
  return { x: grid.centreX, y: grid.centreY, z: grid.centreZ };
};

describe.each([1, 4, 32, 128, 512])("a grid of %i cells a side", (perSide) => {
  const grid = new CubeGrid(perSide);

  test("has every place within the radius of its cell", () => {
    for (let k = 0; k < 20_000; k++) {
      const place = anywhere();
      const cells = cellsOf(grid, place, 0);
      expect(cells.length).toBeGreaterThan(0);
      const offset = cells.map((cell) => angle(centreOf(grid, cell), place) - grid.radiusRad);
      expect(Math.max(...offset)).toBeLessThanOrEqual(0);
    }
  });

  test("finds the cells of all places in a cap, and none far away", () => {
    for (let k = 0; k < 2_000; k++) {
      const middle = anywhere();
      const rad = random() ** 3 * Math.min(0.5, 8 / perSide);
      const cells = new Set(cellsOf(grid, middle, rad));
      for (let n = 0; n < 10; n++) {
        const place = near(middle, rad);
        if (angle(place, middle) > rad) continue;
        const [cell = -1] = cellsOf(grid, place, 0);
        expect(cells.has(cell)).toBe(true);
      }
      for (const cell of cells) {
        const offset = angle(centreOf(grid, cell), middle);
        expect(offset).toBeLessThanOrEqual(3 * (rad + grid.radiusRad));
      }
    }
  });
});

test("an ellipse of detours intersects every cap that contains one of its places", () => {
  const direction = new Route();
  const ellipse = new DetourEllipse();
  let met = 0;
  for (let k = 0; k < 20_000; k++) {
    const points = [0, 1].map(() => ({ lat: 180 * random() - 90, lng: 360 * random() - 180 }));
    if (k % 2 === 0)
      points[1] = {
        lat: points[0]!.lat * (1 - 0.1 * random()),
        lng: points[0]!.lng + 4 * random(),
      };
    loadRide(direction, ride({ points, seatsLeft: [1] }), DEFAULT_MATCH_SETTINGS);
    const extraRad = random() ** 6;
    ellipse.setLeg(direction, 0, extraRad);
    const place = near(vecOf(points[k % 3 === 0 ? 0 : 1]!), direction.legRad[0]! + extraRad);
    const isIn =
      direction.angleTo(0, place) + direction.angleTo(1, place) - direction.legRad[0]! <= extraRad;
    if (!isIn || ellipse.coversSphere) continue;
    met++;
    const rad = random() ** 3;
    const cap = near(place, rad);
    expect(angle(place, ellipse.middle)).toBeLessThanOrEqual(ellipse.longRad);
    expect(ellipse.mayIntersect(cap.x, cap.y, cap.z, angle(cap, place) + 1e-9)).toBe(true);
    expect(ellipse.mayIntersect(place.x, place.y, place.z, 1e-12)).toBe(true);
  }
  expect(met).toBeGreaterThan(1_000);
});
