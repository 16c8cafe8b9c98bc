import { expect, test } from "vitest";
import { BONN, KARLSRUHE, testRide } from "#features/rides/test-data.ts";
import { searchForSegment } from "./search-for-segment.ts";

test("searches again from door to door of a lost seat, on its day at the pickup and with its seats", () => {
  const lost = { pickup: KARLSRUHE, dropoff: BONN, pickupAt: "2026-11-21T23:30:00.000Z", seats: 2 };
  expect(searchForSegment(testRide("r"), lost)).toMatchObject({
    from: { ...KARLSRUHE, timeZone: "Europe/Berlin" },
    to: BONN,
    day: "2026-11-22",
    time: null,
    flexible: false,
    seats: 2,
  });
});
