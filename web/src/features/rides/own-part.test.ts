import { encodePolyline } from "@commonlane/contract/polyline";
import { expect, test } from "vitest";
import { placesOffLine } from "./own-part.ts";
import { BONN, FREIBURG, KARLSRUHE, KOELN, MAINZ, testRide } from "./test-data.ts";

const beside = <Place extends { lat: number }>(place: Place) => ({
  ...place,
  lat: place.lat + 0.002,
});

test("a part whose places lie on the ride's line is a piece of it, also a little beside", () => {
  const ride = testRide("r", {
    polyline: encodePolyline([FREIBURG, KARLSRUHE, MAINZ, BONN, KOELN]),
  });
  expect(placesOffLine(ride, { pickup: KARLSRUHE, dropoff: BONN })).toEqual([]);
  expect(placesOffLine(ride, { pickup: beside(KARLSRUHE), dropoff: BONN })).toEqual([]);
});

test("for a place off the line the car drives from the pickup over its stops to the dropoff", () => {
  const ride = testRide("r");
  expect(placesOffLine(ride, { pickup: KARLSRUHE, dropoff: BONN })).toEqual([
    KARLSRUHE,
    MAINZ,
    BONN,
  ]);
  expect(placesOffLine(ride, { pickup: KARLSRUHE, dropoff: MAINZ })).toEqual([KARLSRUHE, MAINZ]);
  expect(placesOffLine(ride, { pickup: MAINZ, dropoff: BONN })).toEqual([MAINZ, BONN]);
});
