import { DAY_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { dayAfter, dayIn, instantAt, startOfDay, timeZoneAt, weekdayOf } from "./time-zone.ts";

const startsAt = (date: string, timeZone: string) =>
  new Date(startOfDay(date, timeZone)).toISOString();

test("a day starts at midnight of its zone, on both sides of a clock change", () => {
  expect(startsAt("2026-01-02", "UTC")).toBe("2026-01-02T00:00:00.000Z");
  expect(startsAt("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(startsAt("2026-03-30", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  expect(startsAt("2026-10-26", "Europe/Berlin")).toBe("2026-10-25T23:00:00.000Z");
  expect(startsAt("2026-01-02", "Asia/Kathmandu")).toBe("2026-01-01T18:15:00.000Z");
});

test("if clocks skip midnight, the day starts with the first instant after it; if midnight occurs twice, with the second", () => {
  expect(startsAt("2026-09-06", "America/Santiago")).toBe("2026-09-06T04:00:00.000Z");
  expect(startsAt("2026-04-05", "America/Santiago")).toBe("2026-04-05T04:00:00.000Z");
  expect(startsAt("2026-11-01", "America/Havana")).toBe("2026-11-01T04:00:00.000Z");
});

/** Local time as YYYY-MM-DD HH:MM, by another implementation than the one under test. */
function clockOf(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return (ms) => format.format(ms);
}

/** The minutes of clock changes in a zone, found where the local time jumps. */
function transitionsOf(shows: (ms: number) => string, fromMs: number, toMs: number): number[] {
  const aheadAt = (ms: number) => Date.parse(`${shows(ms).replace(" ", "T")}Z`) - ms;
  const found: number[] = [];
  for (let ms = fromMs; ms < toMs; ms += 10 * DAY_MS) {
    let low = ms;
    let high = ms + 10 * DAY_MS;
    if (aheadAt(low) === aheadAt(high)) continue;
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
      if (aheadAt(middle) === aheadAt(low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}

test("[domain/time:wall-clock] around every clock change in every zone a local time is the first instant that shows it, and a skipped time moves on by the length of the gap", () => {
  const from = Date.UTC(2026, 0, 1);
  const to = Date.UTC(2027, 1, 1);
  const seen = { ordinary: 0, skipped: 0, twice: 0 };
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const shows = clockOf(zone);
    for (const change of transitionsOf(shows, from, to)) {
      const before = Date.parse(`${shows(change - MINUTE_MS).replace(" ", "T")}Z`) + MINUTE_MS;
      const jump = Date.parse(`${shows(change).replace(" ", "T")}Z`) - before;
      // Every half hour around the clock change, before and after.
      for (let half = -6; half <= 6; half++) {
        const wall = Math.min(before, before + jump) + half * 30 * MINUTE_MS;
        const [day = "", time = ""] = new Date(wall).toISOString().slice(0, 16).split("T");
        const instant = instantAt(zone, day, time).getTime();
        const skipped = jump > 0 && wall >= before && wall < before + jump;
        const twice = jump < 0 && wall >= before + jump && wall < before;
        seen[skipped ? "skipped" : twice ? "twice" : "ordinary"]++;
        const expected = skipped
          ? new Date(wall + jump).toISOString().slice(0, 16).replace("T", " ")
          : `${day} ${time}`;
        expect(`${zone} ${shows(instant)}`).toBe(`${zone} ${expected}`);
        const again = twice && (instant >= change || shows(instant - jump) !== `${day} ${time}`);
        expect(`${zone} ${again}`).toBe(`${zone} false`);
      }
    }
  }
  expect(seen.ordinary).toBeGreaterThan(1000);
  expect(seen.skipped).toBeGreaterThan(250);
  expect(seen.twice).toBeGreaterThan(250);
});

test("[domain/time:days] days, weekdays and zones are those of the place", () => {
  expect(timeZoneAt({ lat: 47.9959, lng: 7.8522 })).toBe("Europe/Berlin");
  expect(dayIn("Pacific/Auckland", new Date("2026-03-01T12:30:00Z"))).toBe("2026-03-02");
  expect(dayIn("America/Los_Angeles", new Date("2026-03-01T05:00:00Z"))).toBe("2026-02-28");
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect([weekdayOf("2026-01-05"), weekdayOf("2026-01-11")]).toEqual([1, 7]);
  // Berlin, half past two on the last Sundays of March and October.
  expect(instantAt("Europe/Berlin", "2026-03-29", "02:30").toISOString()).toBe(
    "2026-03-29T01:30:00.000Z",
  );
  expect(instantAt("Europe/Berlin", "2026-10-25", "02:30").toISOString()).toBe(
    "2026-10-25T00:30:00.000Z",
  );
});
