import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { testRequest, testRideOnTheWay } from "../test-data.ts";
import { driverStops } from "./driver-stops.ts";

const { origin, destination, stops, eta } = testRideOnTheWay;
const karlsruhe = { label: "Karlsruhe", lat: 49.01, lng: 8.4 };
const passenger = (id: string, changes: Partial<SeatRequest>): SeatRequest => ({
  ...testRequest,
  id,
  ...changes,
});

const summary = (passengers: readonly SeatRequest[]) =>
  driverStops({ origin, destination, stops, eta }, passengers).map(
    ({ place, getIn, getOut, seatsOnBoard }) => [
      place.label,
      getIn.map(({ id }) => id).join(),
      getOut.map(({ id }) => id).join(),
      seatsOnBoard,
    ],
  );

test("lists stops in driving order, with who gets in and out and the seats in use", () => {
  const [start = "", via = "", end = ""] = eta;
  const lea = passenger("lea", {
    pickup: origin,
    pickupAt: start,
    dropoff: destination,
    dropoffAt: end,
    seats: 2,
  });
  const ben = passenger("ben", {
    pickup: karlsruhe,
    pickupAt: "2026-11-21T08:00:00.000Z",
    dropoff: stops[0] ?? origin,
    dropoffAt: via,
    seats: 1,
  });
  expect(summary([ben, lea])).toEqual([
    [origin.label, "lea", "", 2],
    ["Karlsruhe", "ben", "", 3],
    [stops[0]?.label, "", "ben", 2],
    [destination.label, "", "lea", 0],
  ]);
});

test("at the same time and place, people get out before others get in, in one stop", () => {
  const [start = "", via = "", end = ""] = eta;
  const mainz = stops[0] ?? origin;
  const first = passenger("first", {
    pickup: origin,
    pickupAt: start,
    dropoff: mainz,
    dropoffAt: via,
  });
  const second = passenger("second", {
    pickup: mainz,
    pickupAt: via,
    dropoff: destination,
    dropoffAt: end,
  });
  expect(summary([second, first])).toEqual([
    [origin.label, "first", "", 1],
    [mainz.label, "second", "first", 1],
    [destination.label, "", "second", 0],
  ]);
});

test("the destination stays last, even for a passenger who arrives at the same moment", () => {
  const [start = "", , end = ""] = eta;
  const near = { ...destination, label: "Köln Deutz", lat: destination.lat + 0.02 };
  const lea = passenger("lea", { pickup: origin, pickupAt: start, dropoff: near, dropoffAt: end });
  expect(summary([lea]).at(-1)?.[0]).toBe(destination.label);
});

test("[domain/time:one-minute] a stop where a passenger gets in has the time that the passenger reads", () => {
  const [, via = "", end = ""] = eta;
  const mainz = stops[0] ?? origin;
  const later = new Date(Date.parse(via) + 120_000).toISOString();
  const lea = passenger("lea", {
    pickup: mainz,
    pickupAt: later,
    dropoff: destination,
    dropoffAt: end,
  });
  expect(driverStops({ origin, destination, stops, eta }, [lea])[1]?.at).toBe(later);
});
