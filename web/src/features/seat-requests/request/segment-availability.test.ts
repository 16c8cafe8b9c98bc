import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { toPlaceChoice } from "#shared/places/place-choice.ts";
import { toNewSeatRequest, createDraft, getAvailability } from "./seat-request-draft.ts";
import { findPointAt, locateOnRide, getAvailabilityBetween } from "./segment-availability.ts";

const place = (label: string, lat: number, lng: number) => ({ placeId: null, label, lat, lng });
const freiburg = place("Freiburg", 48, 7.8);
const mainz = place("Mainz", 50, 8.2);
const koeln = place("Köln", 51, 7);
const karlsruhe = place("Karlsruhe", 49, 8.4);
const bonn = place("Bonn", 50.73, 7.1);
const ride: Ride = {
  id: "01a1fb9c-97b4-704a-9727-71e55b593734",
  host: {
    uid: "h",
    displayName: "A L.",
    initials: "AL",
    photo: null,
    rating: { mean: null, count: 0 },
    reliability: null,
  },
  hostId: "h",
  origin: freiburg,
  stops: [mainz],
  destination: koeln,
  routed: false,
  polyline: "",
  distanceM: 400_000,
  durationS: 20_000,
  departsAt: "2026-11-24T06:00:00.000Z",
  arrivesAt: "2026-11-24T11:33:20.000Z",
  timeZone: "Europe/Berlin",
  eta: ["2026-11-24T06:00:00.000Z", "2026-11-24T09:20:00.000Z", "2026-11-24T11:33:20.000Z"],
  seatsTotal: 3,
  seatsLeft: 1,
  seatsLeftByLeg: [1, 3],
  contribution: { amountMinor: 2000, currency: "EUR" },
  vehicle: null,
  approval: "manual",
  maxDetourM: 10_000,
  maxDetourS: 600,
  luggage: 1,
  preferences: {},
  audience: "everyone",
  maxTwoInBack: false,
  note: null,
  status: "scheduled",
  createdAt: "2026-11-20T06:45:00.000Z",
  seriesId: null,
  seriesDay: null,
  returnOf: null,
  returnId: null,
  isPublic: false,
};
const entireRide = {
  pickup: freiburg,
  dropoff: koeln,
  seats: 1,
  seatsLeft: 1,
  contribution: ride.contribution,
  exceedsMaxDetour: false,
};

test("counts only the travelled legs for free seats and price", () => {
  expect(getAvailabilityBetween(ride, 0, 1)).toEqual({
    seatsFree: 1,
    contribution: { amountMinor: 1200, currency: "EUR" },
  });
  expect(getAvailabilityBetween(ride, 1, 2)).toEqual({
    seatsFree: 3,
    contribution: { amountMinor: 800, currency: "EUR" },
  });
  expect(getAvailabilityBetween(ride, 0.5, 1.5)).toEqual({
    seatsFree: 1,
    contribution: { amountMinor: 1000, currency: "EUR" },
  });
});

test("locates a place beside the route on the nearest leg, never before the pickup", () => {
  expect(Math.floor(locateOnRide(ride, karlsruhe))).toBe(0);
  expect(Math.floor(locateOnRide(ride, bonn))).toBe(1);
  expect(locateOnRide(ride, karlsruhe, 1.2)).toBeGreaterThanOrEqual(1.2);
});

test("locates a place at a stop on that stop", () => {
  expect(findPointAt(ride, { lat: 50.0001, lng: 8.2 })).toBe(1);
  expect(findPointAt(ride, karlsruhe)).toBe(-1);
});

test("keeps the server's measurements for the searched segment", () => {
  const segment = {
    ...entireRide,
    pickup: karlsruhe,
    dropoff: bonn,
    seatsLeft: 2,
    contribution: null,
  };
  const draft = createDraft(ride, segment);
  expect(draft).toMatchObject({ pickup: "given", dropoff: "given" });
  expect(getAvailability(ride, segment, draft)).toEqual({ seatsFree: 2, contribution: null });
});

test("omits the ride's own ends from the payload and sends others", () => {
  const draft = createDraft(ride, entireRide);
  expect(toNewSeatRequest(ride, entireRide, { ...draft, message: "  " })).toEqual({ seats: 1 });
  const otherStops = {
    ...draft,
    pickup: "point-1" as const,
    dropoff: "other" as const,
    dropoffOther: toPlaceChoice(bonn),
  };
  expect(toNewSeatRequest(ride, entireRide, otherStops)).toEqual({
    seats: 1,
    pickup: mainz,
    dropoff: bonn,
  });
});

test("has no segment while an end is missing or out of order", () => {
  const draft = createDraft(ride, entireRide);
  expect(getAvailability(ride, entireRide, { ...draft, dropoff: "other" })).toBeUndefined();
  expect(
    getAvailability(ride, entireRide, { ...draft, pickup: "point-1", dropoff: "point-0" }),
  ).toBeUndefined();
});

test("sends the answer time unless it is the community's default", () => {
  const draft = createDraft(ride, entireRide);
  expect(toNewSeatRequest(ride, entireRide, draft)).not.toHaveProperty("expiresInS");
  expect(toNewSeatRequest(ride, entireRide, { ...draft, patience: "halfDay" })).toMatchObject({
    expiresInS: 43_200,
  });
  expect(toNewSeatRequest(ride, entireRide, { ...draft, patience: "threeDays" })).toMatchObject({
    expiresInS: 259_200,
  });
});
