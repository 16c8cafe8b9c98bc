import { expect, test } from "vitest";
import { leftOfWait } from "./wait.ts";

const MINUTE = 60;
const begun = Date.parse("2026-01-01T12:00:00Z");

test("[spec/cooldown:60-seconds] a wait counts whole seconds down from 60 to 0", () => {
  expect(leftOfWait(begun, MINUTE, begun)).toBe(60);
  expect(leftOfWait(begun, MINUTE, begun + 1)).toBe(60);
  expect(leftOfWait(begun, MINUTE, begun + 1000)).toBe(59);
  expect(leftOfWait(begun, MINUTE, begun + 59_999)).toBe(1);
  expect(leftOfWait(begun, MINUTE, begun + 60_000)).toBe(0);
  expect(leftOfWait(begun, MINUTE, begun + 3_600_000)).toBe(0);
});

test("a wait that never began is over, and a clock that was set back makes nobody wait for longer", () => {
  expect(leftOfWait(0, MINUTE, begun)).toBe(0);
  expect(leftOfWait(begun, MINUTE, begun - 3_600_000)).toBe(60);
});
