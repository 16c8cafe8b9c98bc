import { expect, test } from "vitest";
import { toPlaceChoice } from "#shared/places/place-choice.ts";
import { EMPTY_VEHICLE } from "#shared/profile/vehicle-form.ts";
import { emptyDraft, newStop, type RideDraft } from "../draft/ride-draft.ts";
import {
  errorFor,
  firstInvalidStep,
  nextStep,
  validateStep,
  STEP,
  stepOfField,
} from "./wizard-steps.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const mainz = { label: "Mainz", lat: 49.98, lng: 8.27 };
const completeDraft: RideDraft = {
  ...emptyDraft(),
  origin: toPlaceChoice({ label: "Freiburg", lat: 47.99, lng: 7.85 }),
  destination: toPlaceChoice({ label: "Köln", lat: 50.94, lng: 6.96 }),
  stops: [newStop(toPlaceChoice(mainz))],
  date: "2026-11-21",
  time: "07:45",
  amount: "18",
};

test("a complete draft has no errors", () =>
  expect(firstInvalidStep(completeDraft, NOW)).toBeUndefined());

test("marks text without a chosen place, and a repeated place, at their field", () => {
  const stops = [
    newStop({ text: "Main", place: null }),
    newStop(toPlaceChoice(mainz)),
    newStop(toPlaceChoice(mainz)),
  ];
  expect(Object.keys(validateStep({ ...completeDraft, stops }, STEP.route))).toEqual([
    "stops.0",
    "stops.2",
  ]);
});

test("opens the first invalid step", () => {
  expect(firstInvalidStep({ ...completeDraft, amount: "", date: "2026-11-19" }, NOW)).toBe(
    STEP.time,
  );
  expect(firstInvalidStep({ ...completeDraft, amount: "0" }, NOW)).toBe(STEP.seats);
  expect(firstInvalidStep({ ...completeDraft, amount: "", free: true }, NOW)).toBeUndefined();
});

test("requires a typed vehicle to be saved or cancelled first", () => {
  const withNewVehicle = { ...completeDraft, newVehicle: { ...EMPTY_VEHICLE, make: "Škoda" } };
  expect(Object.keys(validateStep(withNewVehicle, STEP.seats))).toEqual(["newVehicle"]);
  expect(firstInvalidStep(withNewVehicle, NOW)).toBe(STEP.seats);
  expect(firstInvalidStep({ ...completeDraft, newVehicle: EMPTY_VEHICLE }, NOW)).toBeUndefined();
});

test.each([
  ["origin", STEP.route],
  ["stops.3", STEP.route],
  ["destination.label", STEP.route],
  ["departsAt", STEP.time],
  ["contribution.amountMinor", STEP.seats],
  ["vehicleId", STEP.seats],
])("shows the server's field %s on step %i", (field, step) =>
  expect(stepOfField(field)).toBe(step),
);

test("shows an error of a nested field at the field", () => {
  expect(errorFor({ "contribution.amountMinor": "too much" }, "contribution")).toBe("too much");
  expect(errorFor({ "stops.10": "no" }, "stops.1")).toBeUndefined();
});

test("goes from the time to the review if seats may be skipped, unless something is missing", () => {
  expect(nextStep(completeDraft, STEP.time, true)).toBe(STEP.review);
  expect(nextStep(completeDraft, STEP.time, false)).toBe(STEP.seats);
  expect(nextStep({ ...completeDraft, amount: "" }, STEP.time, true)).toBe(STEP.seats);
  expect(nextStep(completeDraft, STEP.route, true)).toBe(STEP.time);
});
