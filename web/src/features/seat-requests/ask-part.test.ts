import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { chosen } from "#shared/places/place-choice.ts";
import { askOf, draftFor, stretchOf } from "./ask-draft.ts";
import { freeParts, pointAt, positionOf, stretchBetween } from "./ask-part.ts";

const place = (label: string, lat: number, lng: number) => ({ placeId: null, label, lat, lng });
const [freiburg, mainz, koeln] = [place("Freiburg", 48, 7.8), place("Mainz", 50, 8.2), place("Köln", 51, 7)];
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
};
const wholeWay = {
  pickup: freiburg,
  dropoff: koeln,
  seats: 1,
  seatsLeft: 1,
  contribution: ride.contribution,
  tooFar: false,
};

test("only the legs one is aboard on count for free seats and for cost", () => {
  expect(stretchBetween(ride, 0, 1)).toEqual({ seatsFree: 1, contribution: { amountMinor: 1200, currency: "EUR" } });
  expect(stretchBetween(ride, 1, 2)).toEqual({ seatsFree: 3, contribution: { amountMinor: 800, currency: "EUR" } });
  expect(stretchBetween(ride, 0.5, 1.5)).toEqual({
    seatsFree: 1,
    contribution: { amountMinor: 1000, currency: "EUR" },
  });
});

test("a place beside the way lies on the leg that passes it, and never before where one gets in", () => {
  expect(Math.floor(positionOf(ride, karlsruhe))).toBe(0);
  expect(Math.floor(positionOf(ride, bonn))).toBe(1);
  expect(positionOf(ride, karlsruhe, 1.2)).toBeGreaterThanOrEqual(1.2);
});

test("a place at a stop is that stop", () => {
  expect(pointAt(ride, { lat: 50.0001, lng: 8.2 })).toBe(1);
  expect(pointAt(ride, karlsruhe)).toBe(-1);
});

test("parts with enough free seats are offered in one piece", () => {
  expect(freeParts(ride, 1)).toEqual([{ from: 0, to: 2, free: 1 }]);
  expect(freeParts(ride, 2)).toEqual([{ from: 1, to: 2, free: 3 }]);
  expect(freeParts(ride, 4)).toEqual([]);
});

test("the part one came with keeps what the server measured of it", () => {
  const part = { ...wholeWay, pickup: karlsruhe, dropoff: bonn, seatsLeft: 2, contribution: null };
  const draft = draftFor(ride, part);
  expect(draft).toMatchObject({ pickup: "given", dropoff: "given" });
  expect(stretchOf(ride, part, draft)).toEqual({ seatsFree: 2, contribution: null });
});

test("the ride's own ends are not sent, others are", () => {
  const draft = draftFor(ride, wholeWay);
  expect(askOf(ride, wholeWay, { ...draft, message: "  " })).toEqual({ seats: 1 });
  const other = { ...draft, pickup: "point-1" as const, dropoff: "other" as const, dropoffOther: chosen(bonn) };
  expect(askOf(ride, wholeWay, other)).toEqual({ seats: 1, pickup: mainz, dropoff: bonn });
});

test("an end that is not chosen yet, or lies before the other, has no part to speak of", () => {
  const draft = draftFor(ride, wholeWay);
  expect(stretchOf(ride, wholeWay, { ...draft, dropoff: "other" })).toBeUndefined();
  expect(stretchOf(ride, wholeWay, { ...draft, pickup: "point-1", dropoff: "point-0" })).toBeUndefined();
});

test("[issue4/answers:time] a request says how long it waits where that is not left to the community", () => {
  const draft = draftFor(ride, wholeWay);
  expect(askOf(ride, wholeWay, draft)).not.toHaveProperty("expiresInS");
  expect(askOf(ride, wholeWay, { ...draft, patience: "halfDay" })).toMatchObject({ expiresInS: 43_200 });
  expect(askOf(ride, wholeWay, { ...draft, patience: "threeDays" })).toMatchObject({ expiresInS: 259_200 });
});
