import { expect, test } from "vitest";
import { toPlaceChoice } from "#shared/places/place-choice.ts";
import { emptyDraft, type RideDraft } from "./ride-draft.ts";
import { toSeriesPayload, toRidePayload } from "./ride-payload.ts";
import { weekdayOf } from "./departure.ts";
import { validateRecurrence } from "./recurrence.ts";

const placeChoice = (label: string, lat: number, lng: number, timeZone: string) => {
  const choice = toPlaceChoice({ placeId: null, label, lat, lng });
  return { ...choice, place: { placeId: null, label, lat, lng, timeZone } };
};
const createDraft = (overrides: Partial<RideDraft> = {}): RideDraft => ({
  ...emptyDraft(),
  origin: placeChoice("Freiburg", 47.99, 7.85, "Europe/Berlin"),
  destination: placeChoice("London", 51.5, -0.12, "Europe/London"),
  date: "2026-12-01",
  time: "07:45",
  amount: "18",
  ...overrides,
});
const invalidFields = (overrides: Partial<RideDraft>) =>
  Object.keys(validateRecurrence(createDraft(overrides)));

test("[domain/recurring:form] requires a weekday, a last day after the first, and a return after the outward trip", () => {
  const weekly = { repeats: true, weekdays: [1] };
  expect(invalidFields({})).toEqual([]);
  expect(invalidFields({ repeats: true, weekdays: [] })).toEqual(["weekdays"]);
  expect(invalidFields({ ...weekly, lastDay: "2026-11-30" })).toEqual(["lastDay"]);
  expect(invalidFields({ ...weekly, lastDay: "2026-12-01" })).toEqual([]);
  expect(invalidFields({ ...weekly, returns: true, returnTime: "07:45" })).toEqual(["returnWay"]);
  expect(invalidFields({ ...weekly, returns: true, returnTime: "17:30" })).toEqual([]);
  const sameDay = { returns: true, returnDate: "2026-12-01" };
  // 07:30 in London is 08:30 in Freiburg.
  expect(invalidFields({ ...sameDay, returnTime: "07:30" })).toEqual([]);
  expect(invalidFields({ ...sameDay, returnTime: "06:30" })).toEqual(["returnWay"]);
  expect(invalidFields({ ...sameDay, returnTime: "" })).toEqual(["returnWay"]);
});

test("[domain/recurring:form] sends local times for a series and an instant for a return trip", () => {
  const draft = createDraft({
    repeats: true,
    weekdays: [1, 3],
    exceptions: ["2026-12-23", "2027-03-01"],
    lastDay: "2026-12-31",
  });
  expect(toSeriesPayload(draft)).toMatchObject({
    time: "07:45",
    weekdays: [1, 3],
    firstDay: "2026-12-01",
    lastDay: "2026-12-31",
    exceptions: ["2026-12-23"],
    timeZone: "Europe/Berlin",
    ride: { seatsTotal: 3, contribution: { amountMinor: 1800 } },
  });
  expect(toSeriesPayload(draft).ride).not.toHaveProperty("departsAt");
  expect(
    toRidePayload(createDraft({ returns: true, returnDate: "2026-12-02", returnTime: "18:00" }))
      .returnWay,
  ).toEqual({
    departsAt: "2026-12-02T18:00:00.000Z",
  });
  expect([weekdayOf("2026-12-07"), weekdayOf("2026-12-06")]).toEqual([1, 7]);
});
