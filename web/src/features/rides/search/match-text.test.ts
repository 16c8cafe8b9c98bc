import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { labelMeetingPlace } from "./match-text.ts";
import { KARLSRUHE, MAINZ, testRide } from "../test-data.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test("[domain/pickup:named] names a known pickup point with its kind, wherever it is", () => {
  const pickup = {
    label: "Vaduz, Post",
    lat: KARLSRUHE.lat,
    lng: KARLSRUHE.lng,
    pickupKind: "stop",
  } as const;
  expect(labelMeetingPlace(testRide("r"), pickup, KARLSRUHE)).toEqual({
    label: "Bus stop Vaduz, Post",
    lat: KARLSRUHE.lat,
    lng: KARLSRUHE.lng,
  });
});

test("names a meeting point after the stop, the searched place, or near it", () => {
  const ride = testRide("r");
  const at = (place: { lat: number; lng: number }, label: string) =>
    labelMeetingPlace(ride, { ...place, label }, KARLSRUHE).label;
  expect(at({ lat: MAINZ.lat + 0.0001, lng: MAINZ.lng }, "On the way")).toBe(MAINZ.label);
  expect(at(KARLSRUHE, "Where you asked for")).toBe(KARLSRUHE.label);
  expect(at({ lat: 49.02, lng: 8.4 }, "On the way")).toBe("Near Karlsruhe, Germany");
});
