import { expect, test } from "vitest";
import { suggestedMinor } from "./contribution.ts";

test("the suggestion is the way's cost, shared by everybody in the car, rounded to 0.50", () => {
  // 412 km at 0.10 is 41.20, shared by four is 10.30.
  expect(suggestedMinor(412_000, 3, 10)).toBe(1050);
  expect(suggestedMinor(412_000, 1, 10)).toBe(2050);
});

test("a short way still costs something, no way costs nothing", () => {
  expect(suggestedMinor(1500, 4, 10)).toBe(50);
  expect(suggestedMinor(0, 4, 10)).toBe(0);
});
