import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addDays, toDateAndTime, todayAt, toInstant } from "./time-zones.ts";

test("[domain/time:zone] reads times in the ride's time zone, in summer and winter", () => {
  expect(toInstant("Europe/Berlin", "2026-01-02", "07:45")?.toISOString()).toBe(
    "2026-01-02T06:45:00.000Z",
  );
  expect(toInstant("Europe/Berlin", "2026-07-02", "07:45")?.toISOString()).toBe(
    "2026-07-02T05:45:00.000Z",
  );
  expect(toInstant("Asia/Kathmandu", "2026-07-02", "00:10")?.toISOString()).toBe(
    "2026-07-01T18:25:00.000Z",
  );
});

test("[domain/time:daylight] uses the first of a repeated hour, and the next hour for a skipped one", () => {
  expect(toInstant("Europe/Berlin", "2026-10-25", "02:30")?.toISOString()).toBe(
    "2026-10-25T00:30:00.000Z",
  );
  const skipped = toInstant("Europe/Berlin", "2026-03-29", "02:30");
  expect(skipped && toDateAndTime("Europe/Berlin", skipped)).toEqual({
    date: "2026-03-29",
    time: "03:30",
  });
  expect(toInstant("Europe/Berlin", "2026-03-29", "03:00")?.toISOString()).toBe(
    "2026-03-29T01:00:00.000Z",
  );
});

test("rejects invalid dates and round-trips valid ones", () => {
  expect(toInstant("Europe/Berlin", "", "07:45")).toBeUndefined();
  for (const zone of ["America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "UTC"]) {
    const at = toInstant(zone, "2026-05-17", "23:59");
    expect(at && toDateAndTime(zone, at)).toEqual({ date: "2026-05-17", time: "23:59" });
  }
});

test("[domain/input:days] today is that of the place of departure, and the earliest one while the place is unknown", () => {
  const now = new Date("2026-11-28T18:33:00Z");
  expect(todayAt("Europe/Vaduz", now)).toBe("2026-11-28");
  expect(todayAt("Pacific/Kiritimati", now)).toBe("2026-11-29");
  expect(todayAt(undefined, now)).toBe("2026-11-28");
  expect(todayAt(undefined, new Date("2026-11-28T11:59:00Z"))).toBe("2026-11-27");
});

test("[domain/input:days] no field limits its days by the zone of the device", () => {
  const source = join(import.meta.dirname, "../..");
  const files = globSync("features/**/*.tsx", { cwd: source }).map((file) =>
    readFileSync(join(source, file), "utf8"),
  );
  const limits = files.flatMap((text) =>
    [...text.matchAll(/\bm(?:in|ax)=\{([^}]*)\}/g)].map(([, limit]) => limit),
  );
  expect(limits.length).toBeGreaterThan(10);
  expect(limits.filter((limit) => /calendarDayFromNow|new Date/.test(limit ?? ""))).toEqual([]);
});

test("adds days across months and leap days, and leaves an incomplete date alone", () => {
  expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(addDays("", 1)).toBe("");
});
