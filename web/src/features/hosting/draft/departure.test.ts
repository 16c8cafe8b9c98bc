import { expect, test } from "vitest";
import { getDeparture, validateDeparture, shiftedTime } from "./departure.ts";

const departureFields = (timeZone: string, date: string, time: string) => ({
  origin: { text: "There", place: { label: "There", lat: 0, lng: 0, timeZone } },
  date,
  time,
});

test("reads the departure in the origin's time zone", () => {
  expect(getDeparture(departureFields("Europe/Lisbon", "2026-12-01", "07:45"))?.toISOString()).toBe(
    "2026-12-01T07:45:00.000Z",
  );
  expect(getDeparture(departureFields("Europe/Berlin", "2026-12-01", "07:45"))?.toISOString()).toBe(
    "2026-12-01T06:45:00.000Z",
  );
  expect(
    getDeparture(departureFields("America/New_York", "2026-07-01", "07:45"))?.toISOString(),
  ).toBe("2026-07-01T11:45:00.000Z");
});

test("names the shifted time if clocks skip the typed one in spring", () => {
  expect(shiftedTime(departureFields("Europe/Berlin", "2027-03-28", "02:30"))).toBe("03:30");
  expect(shiftedTime(departureFields("Europe/Berlin", "2027-03-28", "03:30"))).toBeUndefined();
});

test("distinguishes incomplete, past and too distant departures", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  expect(validateDeparture(departureFields("UTC", "", "07:45"), now)).toBe("missing");
  expect(validateDeparture(departureFields("UTC", "2026-11-20", ""), now)).toBe("missing");
  expect(validateDeparture(departureFields("UTC", "2026-11-20", "10:00"), now)).toBe("past");
  expect(validateDeparture(departureFields("UTC", "2026-11-20", "10:01"), now)).toBeUndefined();
  expect(validateDeparture(departureFields("UTC", "2027-11-21", "10:00"), now)).toBe("far");
});

test("accepts a time that is past here but still ahead at the origin", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  expect(validateDeparture(departureFields("Europe/Berlin", "2026-11-20", "10:30"), now)).toBe(
    "past",
  );
  expect(
    validateDeparture(departureFields("America/New_York", "2026-11-20", "10:30"), now),
  ).toBeUndefined();
});
