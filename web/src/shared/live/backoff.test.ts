import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

test("delays grow up to half a minute, with jitter", () => {
  expect([0, 1, 2, 3].map((failures) => backoffMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000,
  ]);
  expect(backoffMs(50, 1)).toBe(30_000);
  expect(backoffMs(2, 0)).toBe(2_000);
});
