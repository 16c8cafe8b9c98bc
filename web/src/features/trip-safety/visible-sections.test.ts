import { expect, test } from "vitest";
import { getVisibleSections } from "./TripSafetyPanel.tsx";

const ride = { departsAt: "2026-01-02T08:00:00.000Z", arrivesAt: "2026-01-02T12:00:00.000Z" };
/** Safety data of a passenger who gets out at eleven. */
const safety = {
  opensAt: "2026-01-02T07:00:00.000Z",
  endsAt: "2026-01-02T13:00:00.000Z",
  arrivedAt: null,
  arrivalAskedAt: null,
};
const sectionsAt = (time: string, safetyAnswer: Parameters<typeof getVisibleSections>[1]) =>
  Object.entries(getVisibleSections(ride, safetyAnswer, Date.parse(`2026-01-02T${time}:00.000Z`)))
    .filter(([, shown]) => shown)
    .map(([section]) => section);
const shownAt = (time: string, overrides: Partial<Record<keyof typeof safety, string>> = {}) =>
  sectionsAt(time, { ...safety, ...overrides });

test("shows links from the booking on and emergency help from an hour before departure", () => {
  expect(shownAt("01:00")).toEqual(["sharing"]);
  expect(shownAt("06:59")).toEqual(["sharing"]);
  expect(shownAt("07:00")).toEqual(["emergency", "sharing"]);
  expect(shownAt("08:00")).toEqual(["emergency", "arrival", "sharing"]);
  expect(shownAt("12:59", { arrivedAt: "2026-01-02T11:00:00.000Z" })).toEqual([
    "emergency",
    "arrival",
  ]);
  expect(shownAt("13:00")).toEqual([]);
});

test("lets a user who was asked about the arrival confirm it at any later time", () => {
  const arrivalAskedAt = "2026-01-02T11:30:00.000Z";
  expect(shownAt("13:00", { arrivalAskedAt })).toEqual(["arrival"]);
  expect(shownAt("23:59", { arrivalAskedAt, arrivedAt: "2026-01-02T22:00:00.000Z" })).toEqual([
    "arrival",
  ]);
});

test("shows only the emergency button, by the ride's own times, without a response from the server", () => {
  expect(sectionsAt("06:59", undefined)).toEqual([]);
  for (const time of ["07:00", "10:00", "13:59"])
    expect(sectionsAt(time, undefined)).toEqual(["emergency"]);
  expect(sectionsAt("14:00", undefined)).toEqual([]);
});
