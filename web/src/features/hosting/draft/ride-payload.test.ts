import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { getDeparture, shiftedTime } from "./departure.ts";
import { DETOURS } from "./ride-draft.ts";
import { getReturnDeparture } from "./recurrence.ts";
import {
  draftToHostAgain,
  changedSeriesTerms,
  draftFromRide,
  draftFromSeries,
  draftFromTemplate,
  toRidePayload,
} from "./ride-payload.ts";
import { testRide as ride } from "../test-data.ts";

afterEach(() => setUserTimeZone(null));

test("sends the same ride and no vehicle if nothing changed", () => {
  const { vehicleId, ...terms } = toRidePayload(draftFromRide(ride), ride);
  expect(vehicleId).toBeUndefined();
  const {
    origin,
    destination,
    stops,
    departsAt,
    seatsTotal,
    contribution,
    approval,
    maxDetourM,
    maxDetourS,
  } = ride;
  const { luggage, preferences, audience, membersOf, maxTwoInBack, note } = ride;
  const route = { origin, destination, stops, departsAt };
  const conditions = { seatsTotal, contribution, approval, maxDetourM, maxDetourS };
  const shown = { audience, membersOf: membersOf.id, isListed: false, maxTwoInBack, note };
  expect(terms).toEqual({ ...route, ...conditions, ...shown, luggage, preferences });
});

test("an edit of the note alone keeps the departure to the second, also in the second of two equal hours", () => {
  for (const departsAt of ["2026-06-03T04:45:30.000Z", "2026-10-25T01:30:00.000Z"]) {
    const existing = { ...ride, timeZone: "Europe/Berlin", departsAt };
    const draft = { ...draftFromRide(existing), note: "By the fountain" };
    expect(toRidePayload(draft, existing)).toMatchObject({ departsAt, note: "By the fountain" });
    expect(toRidePayload({ ...draft, time: "08:15" }, existing).departsAt).not.toBe(departsAt);
  }
});

test("hosts a ride again tomorrow at the same local time, with the vehicle if it still exists", () => {
  const now = new Date("2026-12-24T23:30:00Z");
  const repeated = draftToHostAgain(ride, [{ id: "v1", ...ride.vehicle }], now);
  expect(repeated).toMatchObject({
    date: "2026-12-25",
    time: "06:45",
    vehicleId: "v1",
    detour: "normal",
    step: 0,
  });
  expect(toRidePayload(repeated)).toMatchObject(DETOURS.normal);
  expect(draftToHostAgain(ride, [], now).vehicleId).toBe("");
});

test("sends no contribution for a free ride, whatever was typed before", () => {
  expect(toRidePayload({ ...draftFromRide(ride), free: true })).toMatchObject({
    contribution: null,
  });
});

test("sends only the changed fields of a series", () => {
  const {
    origin,
    destination,
    stops,
    seatsTotal,
    contribution,
    approval,
    maxDetourM,
    maxDetourS,
    ...otherTerms
  } = ride;
  const { luggage, preferences, audience, maxTwoInBack, note } = otherTerms;
  const membersOf = otherTerms.membersOf.id;
  const route = { origin, destination, stops };
  const conditions = { audience, membersOf, maxTwoInBack, approval, maxDetourM, maxDetourS };
  const sharedTerms = { luggage, preferences, note, isListed: false, ...conditions };
  const series = {
    ...route,
    ...sharedTerms,
    seatsTotal,
    contribution,
    vehicleId: "01a1fb9c-97b4-704a-9727-71e55b593735",
  };
  const draft = draftFromSeries(series);
  expect(changedSeriesTerms(draft, series)).toEqual({});
  expect(changedSeriesTerms({ ...draft, seats: 4, amount: "10" }, series)).toEqual({
    seatsTotal: 4,
    contribution: { amountMinor: 1000, currency: "EUR" },
  });
});

test("[domain/time:again] schedules repeated rides for the next local day of the origin, across clock changes and host time zones", () => {
  const zones = fc.constantFrom(
    "Europe/Berlin",
    "Europe/Lisbon",
    "America/New_York",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
  );
  const changes = [
    "2026-03-28T12:00Z",
    "2026-10-24T12:00Z",
    "2026-11-01T00:00Z",
    "2027-04-03T12:00Z",
    "2027-03-13T20:00Z",
  ];
  const nows = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 36 * 60 }))
    .map(([at, minutes]) => new Date(Date.parse(at) + minutes * 60_000));
  const leaves = fc
    .integer({ min: 0, max: 365 * 24 * 60 })
    .map((m) => new Date(Date.UTC(2026, 0, 1) + m * 60_000));
  fc.assert(
    fc.property(
      zones,
      zones,
      zones,
      nows,
      leaves,
      (timeZone, destinationTimeZone, ownZone, now, departs) => {
        setUserTimeZone(ownZone);
        const template = {
          ...ride,
          vehicleId: null,
          membersOf: null,
          isListed: false,
          origin: { ...ride.origin, timeZone },
          destination: { ...ride.destination, timeZone: destinationTimeZone },
        };
        const repeated = draftToHostAgain(
          { ...ride, timeZone, destinationTimeZone, departsAt: departs.toISOString() },
          [],
          now,
        );
        expect(repeated.time).toBe(toDateAndTime(timeZone, departs).time);
        for (const draft of [repeated, draftFromTemplate(template, [], now)]) {
          expect(draft).toMatchObject({
            date: dayAfter(timeZone, now),
            returnDate: dayAfter(destinationTimeZone, now),
          });
          const departure = getDeparture(draft);
          const back = getReturnDeparture(draft);
          if (!departure || !back) throw new Error("Both departures must be complete.");
          expect(departure.getTime()).toBeGreaterThan(now.getTime());
          const expectedTime = { date: draft.date, time: shiftedTime(draft) ?? draft.time };
          expect(toDateAndTime(timeZone, departure)).toEqual(expectedTime);
          expect(toDateAndTime(destinationTimeZone, back)).toEqual({
            date: draft.returnDate,
            time: "18:00",
          });
        }
      },
    ),
    { numRuns: 150 },
  );
});

/** The next calendar day, regardless of its length. */
const dayAfter = (timeZone: string, now: Date): string => {
  const { date } = toDateAndTime(timeZone, now);
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
};
