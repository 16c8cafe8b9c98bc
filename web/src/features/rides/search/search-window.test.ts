import { expect, test } from "vitest";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { NO_FILTERS } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { toDaysQuery, todayOfSearch, toSearchQuery, getDepartureWindow } from "./search-window.ts";

const freiburg = { label: "Freiburg", lat: 47.9959, lng: 7.8522, timeZone: "Europe/Berlin" };
const anyTime = { time: null, flexible: false, from: freiburg };
const koeln = { label: "Köln", lat: 50.9333, lng: 6.95 };

test("searches a day without a time from midnight to midnight at the origin", () => {
  expect(getDepartureWindow({ ...anyTime, day: "2026-11-20" })).toEqual({
    departsAfter: "2026-11-19T23:00:00.000Z",
    departsBefore: "2026-11-20T22:59:59.999Z",
  });
});

test("searches 23 hours on a day on which clocks go forward", () => {
  const { departsAfter, departsBefore } = getDepartureWindow({ ...anyTime, day: "2027-03-28" });
  expect(Date.parse(departsBefore) + 1 - Date.parse(departsAfter)).toBe(23 * 3_600_000);
});

test("searches two hours around a time, also across midnight", () => {
  expect(getDepartureWindow({ ...anyTime, day: "2026-11-20", time: "23:30" })).toEqual({
    departsAfter: "2026-11-20T20:30:00.000Z",
    departsBefore: "2026-11-21T00:30:00.000Z",
    at: "2026-11-20T22:30:00.000Z",
  });
});

test("searches three days around a flexible date, starting from noon of that date", () => {
  expect(getDepartureWindow({ ...anyTime, flexible: true, day: "2026-11-20" })).toEqual({
    departsAfter: "2026-11-16T23:00:00.000Z",
    departsBefore: "2026-11-23T22:59:59.999Z",
    at: "2026-11-20T11:00:00.000Z",
  });
});

test("sends ends, seats and walk with the window, and whole days for the day counts", () => {
  const criteria: CompleteSearchCriteria = {
    from: freiburg,
    to: koeln,
    day: "2026-11-20",
    time: "07:45",
    flexible: false,
    seats: 2,
    walkM: 500,
  };
  expect(toSearchQuery(criteria)).toEqual({
    fromLat: 47.9959,
    fromLng: 7.8522,
    toLat: 50.9333,
    toLng: 6.95,
    seats: 2,
    walkM: 500,
    departsAfter: "2026-11-20T04:45:00.000Z",
    departsBefore: "2026-11-20T08:45:00.000Z",
    at: "2026-11-20T06:45:00.000Z",
  });
  expect(toDaysQuery(criteria, { ...NO_FILTERS, instant: true }, 7)).toEqual({
    fromLat: 47.9959,
    fromLng: 7.8522,
    toLat: 50.9333,
    toLng: 6.95,
    seats: 2,
    walkM: 500,
    instant: "true",
    date: "2026-11-20",
    timeZone: "Europe/Berlin",
    around: 7,
  });
});

test("begins with today where the search counts its days: at the origin, or on this device if its zone is unknown", () => {
  setUserTimeZone("Pacific/Kiritimati");
  const now = new Date("2026-11-20T10:30:00Z");
  expect(todayOfSearch({ from: freiburg }, now)).toBe("2026-11-20");
  expect(todayOfSearch({ from: koeln }, now)).toBe("2026-11-21");
  setUserTimeZone(null);
});
