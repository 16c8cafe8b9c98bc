import { expect, test } from "vitest";
import { dateAndTimeIn, instantIn } from "./instants.ts";

test("[domain/time:zone] a time is read on the clocks of the ride's zone, summer and winter", () => {
  expect(instantIn("Europe/Berlin", "2026-01-02", "07:45")?.toISOString()).toBe("2026-01-02T06:45:00.000Z");
  expect(instantIn("Europe/Berlin", "2026-07-02", "07:45")?.toISOString()).toBe("2026-07-02T05:45:00.000Z");
  expect(instantIn("Asia/Kathmandu", "2026-07-02", "00:10")?.toISOString()).toBe("2026-07-01T18:25:00.000Z");
});

test("[domain/time:daylight] an hour that comes twice is its first, one that is skipped is the hour after", () => {
  expect(instantIn("Europe/Berlin", "2026-10-25", "02:30")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
  const skipped = instantIn("Europe/Berlin", "2026-03-29", "02:30");
  expect(skipped && dateAndTimeIn("Europe/Berlin", skipped)).toEqual({ date: "2026-03-29", time: "03:30" });
  expect(instantIn("Europe/Berlin", "2026-03-29", "03:00")?.toISOString()).toBe("2026-03-29T01:00:00.000Z");
});

test("what is no date is no instant, and reading back gives what was typed", () => {
  expect(instantIn("Europe/Berlin", "", "07:45")).toBeUndefined();
  for (const zone of ["America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "UTC"]) {
    const at = instantIn(zone, "2026-05-17", "23:59");
    expect(at && dateAndTimeIn(zone, at)).toEqual({ date: "2026-05-17", time: "23:59" });
  }
});
