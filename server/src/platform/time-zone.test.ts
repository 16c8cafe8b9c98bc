import { expect, test } from "vitest";
import { startOfDay } from "./time-zone.ts";

const startsAt = (date: string, timeZone: string) => new Date(startOfDay(date, timeZone)).toISOString();

test("a day begins at midnight of its zone, on both sides of a change of the clocks", () => {
  expect(startsAt("2026-01-02", "UTC")).toBe("2026-01-02T00:00:00.000Z");
  expect(startsAt("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(startsAt("2026-03-30", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  expect(startsAt("2026-10-26", "Europe/Berlin")).toBe("2026-10-25T23:00:00.000Z");
  expect(startsAt("2026-01-02", "Asia/Kathmandu")).toBe("2026-01-01T18:15:00.000Z");
});

test("where the clocks skip midnight, the day begins with the first instant after; where midnight comes back, with the second", () => {
  expect(startsAt("2026-09-06", "America/Santiago")).toBe("2026-09-06T04:00:00.000Z");
  expect(startsAt("2026-04-05", "America/Santiago")).toBe("2026-04-05T04:00:00.000Z");
  expect(startsAt("2026-11-01", "America/Havana")).toBe("2026-11-01T04:00:00.000Z");
});
