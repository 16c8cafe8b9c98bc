import { expect, test } from "vitest";
import { findFreeSegments } from "./free-segments.ts";

test("joins adjacent legs with enough free seats", () => {
  expect(findFreeSegments({ seatsLeftByLeg: [1, 3] }, 1)).toEqual([
    { from: 0, to: 2, seatsFree: 1 },
  ]);
  expect(findFreeSegments({ seatsLeftByLeg: [1, 3] }, 2)).toEqual([
    { from: 1, to: 2, seatsFree: 3 },
  ]);
  expect(findFreeSegments({ seatsLeftByLeg: [1, 3] }, 4)).toEqual([]);
});
