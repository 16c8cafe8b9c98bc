import { expect, test } from "vitest";
import { cooldownSecondsLeft } from "./cooldown.ts";

const MINUTE = 60;
const startedAt = Date.parse("2026-01-01T12:00:00Z");

test("[spec/cooldown:60-seconds] counts whole seconds from 60 down to 0", () => {
  expect(cooldownSecondsLeft(startedAt, MINUTE, startedAt)).toBe(60);
  expect(cooldownSecondsLeft(startedAt, MINUTE, startedAt + 1)).toBe(60);
  expect(cooldownSecondsLeft(startedAt, MINUTE, startedAt + 1000)).toBe(59);
  expect(cooldownSecondsLeft(startedAt, MINUTE, startedAt + 59_999)).toBe(1);
  expect(cooldownSecondsLeft(startedAt, MINUTE, startedAt + 60_000)).toBe(0);
  expect(cooldownSecondsLeft(startedAt, MINUTE, startedAt + 3_600_000)).toBe(0);
});

test("is over if never started, and not longer if the clock was set back", () => {
  expect(cooldownSecondsLeft(0, MINUTE, startedAt)).toBe(0);
  expect(cooldownSecondsLeft(startedAt, MINUTE, startedAt - 3_600_000)).toBe(60);
});
