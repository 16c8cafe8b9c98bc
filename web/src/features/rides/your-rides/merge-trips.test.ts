import { expect, test } from "vitest";
import { testRide } from "../test-data.ts";
import { toHostTrip } from "../trips.ts";
import { dateOfTrip } from "../trip-links.ts";
import { groupTrips, mergeTrips } from "./merge-trips.ts";

const trip = (departsAt: string) => toHostTrip(testRide(departsAt, { departsAt }));
const keys = (trips: readonly { key: string }[]) => trips.map(({ key }) => key.slice(0, 10));

test("merges two lists latest first, as far back as both are loaded", () => {
  const hosted = {
    trips: [trip("2026-11-20T06:00:00.000Z"), trip("2026-11-10T06:00:00.000Z")],
    hasMore: true,
  };
  const booked = {
    trips: [trip("2026-11-15T06:00:00.000Z"), trip("2026-10-01T06:00:00.000Z")],
    hasMore: true,
  };
  const partly = mergeTrips([hosted, booked]);
  expect(keys(partly.trips)).toEqual(["2026-11-20", "2026-11-15", "2026-11-10"]);
  expect(partly.limiting).toEqual([hosted]);
  const all = mergeTrips([
    { ...hosted, hasMore: false },
    { ...booked, hasMore: false },
  ]);
  expect(keys(all.trips)).toEqual(["2026-11-20", "2026-11-15", "2026-11-10", "2026-10-01"]);
  expect(all.limiting).toEqual([]);
});

test("groups trips by their date where they start, not by the date in UTC", () => {
  // 00:30 in Berlin.
  const trips = [
    trip("2026-11-20T23:30:00.000Z"),
    trip("2026-11-21T06:45:00.000Z"),
    trip("2026-11-22T06:45:00.000Z"),
  ];
  expect(groupTrips(trips, dateOfTrip).map(({ key, trips: { length } }) => [key, length])).toEqual([
    ["2026-11-21", 2],
    ["2026-11-22", 1],
  ]);
});
