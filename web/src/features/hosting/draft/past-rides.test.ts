import { expect, test } from "vitest";
import { distinctRides, usualTime } from "./past-rides.ts";
import { testRide } from "../test-data.ts";

const earlier = { ...testRide, id: "earlier", departsAt: "2026-11-17T07:10:00.000Z" };
const back = {
  ...testRide,
  id: "back",
  origin: testRide.destination,
  destination: testRide.origin,
};

test("the usual time is that of the latest ride on the route", () => {
  expect(usualTime([earlier, testRide, back], testRide)).toBe("06:45");
  expect(usualTime([back], testRide)).toBeUndefined();
});

test("offers each route and time of day once, from the latest ride", () => {
  const nextDay = {
    ...testRide,
    id: "next",
    departsAt: "2026-11-25T06:45:00.000Z",
    createdAt: "2026-11-22T06:45:00.000Z",
  };
  expect(distinctRides([testRide, earlier, nextDay, back]).map(({ id }) => id)).toEqual([
    "next",
    "earlier",
    "back",
  ]);
});
