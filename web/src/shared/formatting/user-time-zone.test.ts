import { afterEach, expect, test, vi } from "vitest";
import { formatDay, formatTime, formatTimeZone } from "./format.ts";
import { toDateAndTime, toInstant } from "./time-zones.ts";
import {
  deviceTimeZone,
  formatUserDateTime,
  setUserTimeZone,
  userTimeZone,
} from "./user-time-zone.ts";

afterEach(() => {
  vi.restoreAllMocks();
  setUserTimeZone(null);
});

/** A device that names its zone like this and is so many minutes west of Greenwich. */
function onDevice(zone: string | undefined, minutesWest: number): void {
  const options = Object.assign(new Intl.DateTimeFormat().resolvedOptions(), { timeZone: zone });
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(options);
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(minutesWest);
}

const NOON = "2026-07-01T12:00:00.000Z";

test.each([
  ["Etc/Unknown", -120, "Etc/GMT-2", "14:00"],
  [undefined, 300, "Etc/GMT+5", "07:00"],
  ["", 0, "UTC", "12:00"],
  // There is no zone for half hours.
  ["Etc/Unknown", -330, "UTC", "12:00"],
])(
  "[domain/input:zones] a device that names the zone %s has one with its offset",
  (zone, minutesWest, used, time) => {
    onDevice(zone, minutesWest);
    expect([deviceTimeZone(), userTimeZone(), formatTime(NOON, userTimeZone())]).toEqual([
      used,
      used,
      time,
    ]);
    expect(formatUserDateTime(NOON)).toContain(time);
  },
);

test("times in a zone that this device does not know are shown in its own, instead of nothing", () => {
  onDevice("Etc/Unknown", -120);
  const zone = "America/Not_Yet";
  expect(formatTime(NOON, zone)).toBe("14:00");
  expect(formatDay(NOON, zone)).toContain("1");
  expect(formatTimeZone(NOON, zone)).toBeUndefined();
  expect(toDateAndTime(zone, NOON)).toEqual({ date: "2026-07-01", time: "14:00" });
  expect(toInstant(zone, "2026-07-01", "14:00")?.toISOString()).toBe(NOON);
});

test("a chosen zone that this device does not know is replaced by its own", () => {
  setUserTimeZone("America/Not_Yet");
  expect(userTimeZone()).toBe(deviceTimeZone());
});
