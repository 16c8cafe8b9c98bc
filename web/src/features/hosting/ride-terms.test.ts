import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { detours } from "./detour.ts";
import { againOf, changedComfort, draftOf, draftOfSeries, termsOf } from "./ride-terms.ts";

const place = (label: string, lat: number, lng: number) => ({ placeId: null, label, lat, lng });
const vehicle = { make: "Škoda", model: "Octavia", colour: "green", plate: "FR-CL 217" };
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
  origin: place("Lisboa", 38.72, -9.14),
  destination: place("Porto", 41.15, -8.61),
  stops: [place("Coimbra", 40.2, -8.41)],
  routed: false,
  polyline: "",
  distanceM: 356_000,
  durationS: 17_800,
  departsAt: "2026-11-24T06:45:00.000Z",
  arrivesAt: "2026-11-24T11:41:40.000Z",
  timeZone: "Europe/Lisbon",
  eta: [],
  seatsTotal: 2,
  seatsLeft: 2,
  seatsLeftByLeg: [2, 2],
  contribution: { amountMinor: 1250, currency: "EUR" },
  vehicle,
  approval: "instant",
  maxDetourM: 7000,
  maxDetourS: 420,
  luggage: 2,
  preferences: { smoking: "no" },
  audience: "sameGender",
  maxTwoInBack: true,
  note: "At the fountain.",
  status: "scheduled",
  createdAt: "2026-11-20T06:45:00.000Z",
  seriesId: null,
  seriesDay: null,
  returnOf: null,
  returnId: null,
};

test("a ride that is opened and saved again says the same, and leaves its vehicle alone", () => {
  const { vehicleId, ...terms } = termsOf(draftOf(ride), ride);
  expect(vehicleId).toBeUndefined();
  const { origin, destination, stops, departsAt, seatsTotal, contribution, approval, maxDetourM, maxDetourS } = ride;
  const { luggage, preferences, audience, maxTwoInBack, note } = ride;
  const ends = { origin, destination, stops, departsAt };
  const offer = { seatsTotal, contribution, approval, maxDetourM, maxDetourS };
  expect(terms).toEqual({ ...ends, ...offer, luggage, preferences, audience, maxTwoInBack, note });
});

test("hosted again, a ride leaves tomorrow at the same time on the origin's clocks, with the vehicle if it is still there", () => {
  const now = new Date("2026-12-24T23:30:00Z");
  const again = againOf(ride, [{ id: "v1", ...vehicle }], now);
  expect(again).toMatchObject({ date: "2026-12-25", time: "06:45", vehicleId: "v1", detour: "normal", step: 0 });
  expect(termsOf(again)).toMatchObject(detours.normal);
  expect(againOf(ride, [], now).vehicleId).toBe("");
});

test("free is no contribution, whatever was typed before", () => {
  expect(termsOf({ ...draftOf(ride), free: true })).toMatchObject({ contribution: null });
});

test("of a series that repeats, what was changed is sent and nothing else", () => {
  const { origin, destination, stops, seatsTotal, contribution, approval, maxDetourM, maxDetourS, ...more } = ride;
  const { luggage, preferences, audience, maxTwoInBack, note } = more;
  const way = { origin, destination, stops };
  const comfort = { luggage, preferences, audience, maxTwoInBack, note, approval, maxDetourM, maxDetourS };
  const series = { ...way, ...comfort, seatsTotal, contribution, vehicleId: "01a1fb9c-97b4-704a-9727-71e55b593735" };
  const draft = draftOfSeries(series);
  expect(changedComfort(draft, series)).toEqual({});
  expect(changedComfort({ ...draft, seats: 4, amount: "10" }, series)).toEqual({
    seatsTotal: 4,
    contribution: { amountMinor: 1000, currency: "EUR" },
  });
});
