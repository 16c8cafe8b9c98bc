import { HOUR_MS } from "@commonlane/contract/durations";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quietHoursEnd } from "./delivery-policy.ts";

const night = { from: "22:00", until: "07:00", timeZone: "Europe/Berlin" };
const until = (at: string, quiet = night) => quietHoursEnd(quiet, new Date(at))?.toISOString();

test("follow local time across midnight and clock changes", () => {
  expect(until("2026-01-01T20:59:59Z")).toBe(undefined);
  expect(until("2026-01-01T21:00:00Z")).toBe("2026-01-02T06:00:00.000Z");
  expect(until("2026-01-02T05:59:59Z")).toBe("2026-01-02T06:00:00.000Z");
  expect(until("2026-01-02T06:00:00Z")).toBe(undefined);
  // The clock goes forward on 29 March 2026, and back on 25 October.
  expect(until("2026-03-28T22:00:00Z")).toBe("2026-03-29T05:00:00.000Z");
  expect(until("2026-10-24T21:00:00Z")).toBe("2026-10-25T06:00:00.000Z");
  // It goes forward over their end, from 2 to 3 o'clock.
  const untilTwo = { from: "00:00", until: "02:00", timeZone: "America/New_York" };
  expect(until("2026-03-08T05:00:00Z", untilTwo)).toBe("2026-03-08T07:00:00.000Z");
  expect(until("2026-03-08T06:30:00Z", untilTwo)).toBe("2026-03-08T07:00:00.000Z");
  expect(until("2026-01-01T12:00:00Z", { ...night, from: "12:30", until: "13:15" })).toBe(
    "2026-01-01T12:15:00.000Z",
  );
});

test("end within a day, on the exact minute, in every time zone", () => {
  const clock = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((n) => String(n).padStart(2, "0")).join(":"));
  const timeZone = fc.constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "UTC",
  );
  fc.assert(
    fc.property(
      clock,
      clock,
      timeZone,
      fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
      (from, end, timeZone, now) => {
        const quiet = { from, until: end, timeZone };
        const over = quietHoursEnd(quiet, now);
        if (!over) return;
        expect(over > now).toBe(true);
        expect(over.getTime() - now.getTime()).toBeLessThanOrEqual(25 * HOUR_MS);
        expect(quietHoursEnd(quiet, over)).toBe(undefined);
      },
    ),
    { numRuns: 3000 },
  );
});
