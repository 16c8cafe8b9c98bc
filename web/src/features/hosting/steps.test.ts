import { expect, test } from "vitest";
import { chosen } from "#shared/places/place-choice.ts";
import { NEW_VEHICLE } from "#shared/profile/vehicle-said.ts";
import { emptyDraft, newStop, type RideDraft } from "./ride-draft.ts";
import { errorOf, firstWrongStep, problemsOf, STEP, stepOfField } from "./steps.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const mainz = { label: "Mainz", lat: 49.98, lng: 8.27 };
const whole: RideDraft = {
  ...emptyDraft(),
  origin: chosen({ label: "Freiburg", lat: 47.99, lng: 7.85 }),
  destination: chosen({ label: "Köln", lat: 50.94, lng: 6.96 }),
  stops: [newStop(chosen(mainz))],
  date: "2026-11-21",
  time: "07:45",
  amount: "18",
};

test("a whole draft has nothing wrong", () => expect(firstWrongStep(whole, NOW)).toBeUndefined());

test("typed text that is no chosen place, and the same place twice, are named at their field", () => {
  const stops = [newStop({ text: "Main", place: null }), newStop(chosen(mainz)), newStop(chosen(mainz))];
  expect(Object.keys(problemsOf({ ...whole, stops }, STEP.route))).toEqual(["stops.0", "stops.2"]);
});

test("the first step that is not right is the one to go to", () => {
  expect(firstWrongStep({ ...whole, amount: "", date: "2026-11-19" }, NOW)).toBe(STEP.time);
  expect(firstWrongStep({ ...whole, amount: "0" }, NOW)).toBe(STEP.seats);
  expect(firstWrongStep({ ...whole, amount: "", free: true }, NOW)).toBeUndefined();
});

test("[ours/host:vehicle-typed] a vehicle that was typed is saved or cancelled before one goes on", () => {
  const begun = { ...whole, newVehicle: { ...NEW_VEHICLE, make: "Škoda" } };
  expect(Object.keys(problemsOf(begun, STEP.seats))).toEqual(["newVehicle"]);
  expect(firstWrongStep(begun, NOW)).toBe(STEP.seats);
  expect(firstWrongStep({ ...whole, newVehicle: NEW_VEHICLE }, NOW)).toBeUndefined();
});

test.each([
  ["origin", STEP.route],
  ["stops.3", STEP.route],
  ["destination.label", STEP.route],
  ["departsAt", STEP.time],
  ["contribution.amountMinor", STEP.seats],
  ["vehicleId", STEP.seats],
])("the server's field %s stands on step %i", (field, step) => expect(stepOfField(field)).toBe(step));

test("what is told of a part of a field is told at the field", () => {
  expect(errorOf({ "contribution.amountMinor": "too much" }, "contribution")).toBe("too much");
  expect(errorOf({ "stops.10": "no" }, "stops.1")).toBeUndefined();
});
