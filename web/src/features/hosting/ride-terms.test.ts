import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { dateAndTimeIn } from "#shared/wording/instants.ts";
import { chooseTimeZone } from "#shared/wording/own-time-zone.ts";
import { departureOf, shiftedTime } from "./departure.ts";
import { detours } from "./detour.ts";
import { returnOf } from "./repeats.ts";
import { againOf, changedComfort, draftOf, draftOfSeries, draftOfTerms, termsOf } from "./ride-terms.ts";
import { testRide as ride } from "./test-ride.ts";

afterEach(() => chooseTimeZone(null));

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
  const again = againOf(ride, [{ id: "v1", ...ride.vehicle }], now);
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

test("[domain/time:again] hosted again or from a template, a ride leaves on the next day of its place, around every change of clocks and wherever its host's own clocks are", () => {
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
  const leaves = fc.integer({ min: 0, max: 365 * 24 * 60 }).map((m) => new Date(Date.UTC(2026, 0, 1) + m * 60_000));
  fc.assert(
    fc.property(zones, zones, zones, nows, leaves, (timeZone, destinationTimeZone, own, now, departs) => {
      chooseTimeZone(own);
      const kept = {
        ...ride,
        vehicleId: null,
        origin: { ...ride.origin, timeZone },
        destination: { ...ride.destination, timeZone: destinationTimeZone },
      };
      const again = againOf({ ...ride, timeZone, destinationTimeZone, departsAt: departs.toISOString() }, [], now);
      expect(again.time).toBe(dateAndTimeIn(timeZone, departs).time);
      for (const draft of [again, draftOfTerms(kept, [], now)]) {
        expect(draft).toMatchObject({ date: dayAfter(timeZone, now), returnDate: dayAfter(destinationTimeZone, now) });
        const [leaving, back] = [departureOf(draft), returnOf(draft)];
        if (!leaving || !back) throw new Error("Both are whole.");
        expect(leaving.getTime()).toBeGreaterThan(now.getTime());
        const shown = { date: draft.date, time: shiftedTime(draft) ?? draft.time };
        expect(dateAndTimeIn(timeZone, leaving)).toEqual(shown);
        expect(dateAndTimeIn(destinationTimeZone, back)).toEqual({ date: draft.returnDate, time: "18:00" });
      }
    }),
    { numRuns: 150 },
  );
});

/** The calendar's next day, whatever its length. */
const dayAfter = (timeZone: string, now: Date): string => {
  const { date } = dateAndTimeIn(timeZone, now);
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
};
