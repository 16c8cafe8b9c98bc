import { expect, test } from "vitest";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { timeAgoText } from "./time-ago.ts";

test("formats an age in the largest unit that fits, and as a date after a week", () => {
  const now = Date.parse("2026-01-10T12:00:00Z");
  const timeAgo = (s: number) => timeAgoText(new Date(now - s * 1000).toISOString(), now);
  expect([-5, 0, 59].map(timeAgo)).toEqual(["now", "now", "now"]);
  expect([60, 3599, 3600, 86_399, 86_400, 6.9 * 86_400].map(timeAgo)).toEqual([
    "1 min ago",
    "59 min ago",
    "1 hr ago",
    "23 hr ago",
    "yesterday",
    "6 days ago",
  ]);
  expect(timeAgo(7 * 86_400)).toBe("3 Jan 2026");
});

test("formats the date in the user's time zone", () => {
  const now = Date.parse("2026-02-10T12:00:00Z");
  const days = ["Pacific/Auckland", "America/Los_Angeles"].map((zone) => {
    setUserTimeZone(zone);
    return timeAgoText("2026-01-03T11:30:00Z", now);
  });
  setUserTimeZone(null);
  expect(days).toEqual(["4 Jan 2026", "3 Jan 2026"]);
});
