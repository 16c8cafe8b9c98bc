import { expect, test } from "vitest";
import { latenessAt } from "./lateness.ts";

const PICKUP = "2026-01-02T06:45:00.000Z";
const hoursAhead = (hours: number) => Date.parse(PICKUP) - hours * 3_600_000;

test("[ours/reliability:told] what a cancellation will count is told by the present and by the operator's own hours", () => {
  const usual = { lateH: 24, lastMinuteH: 3 };
  const told = [25, 24, 23.9, 3, 2.9, -1].map((hours) => latenessAt(hoursAhead(hours), PICKUP, usual));
  expect(told).toEqual(["early", "early", "late", "late", "last-minute", "last-minute"]);
  const strict = { lateH: 72, lastMinuteH: 12 };
  expect([80, 48, 6].map((hours) => latenessAt(hoursAhead(hours), PICKUP, strict))).toEqual([
    "early",
    "late",
    "last-minute",
  ]);
  expect(latenessAt(hoursAhead(1), PICKUP, { lateH: 0, lastMinuteH: 0 })).toBe("early");
});
