import { i18n } from "@lingui/core";
import { beforeAll, describe, expect, test } from "vitest";
import { matchReasons, labelMeetingPlace } from "./match-text.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { BONN, testHit, KARLSRUHE, MAINZ, testRide } from "../test-data.ts";

const criteria: CompleteSearchCriteria = {
  from: KARLSRUHE,
  to: BONN,
  day: "2026-11-21",
  time: null,
  flexible: false,
  seats: 2,
  walkM: 1000,
};
const reasons = (change: Parameters<typeof testHit>[1]) => {
  const { ride, match } = testHit("r", { routed: true, ...change });
  return matchReasons(ride, match, criteria).join(" · ");
};

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

describe("match reasons", () => {
  test("marks what was not measured along roads", () => {
    const text = "Pickup at Karlsruhe ≈ 09:05, dropoff near Bonn ≈ 13:45 · ≈ +6 min for the host";
    expect(reasons({ routed: false, walkToM: 0 }).replaceAll("\u00A0", " ")).toBe(text);
  });

  test("names pickup and dropoff in local time, the host's detour and the walk", () => {
    expect(reasons({})).toBe(
      "Pickup at Karlsruhe 09:05, dropoff near Bonn 13:40 · +6 min for the host · you walk 400 m at the end",
    );
  });

  test("names both walks, and no detour", () => {
    expect(reasons({ walkFromM: 1300, detourS: 0 })).toBe(
      "Pickup at Karlsruhe 09:05, dropoff near Bonn 13:40 · no detour for the host · you walk 1.3 km to the car and 400 m at the end",
    );
  });

  test("omits places and walking if the ride covers the full route from door to door", () => {
    expect(reasons({ partial: false, walkToM: 0 })).toBe("Covers your full route · +6 min for the host");
  });
});

test("[domain/pickup:named] names a known pickup point with its kind, wherever it is", () => {
  const pickup = { label: "Vaduz, Post", lat: KARLSRUHE.lat, lng: KARLSRUHE.lng, pickupKind: "stop" } as const;
  expect(reasons({ pickup, walkFromM: 300, walkToM: 0 })).toContain("Pickup Bus stop Vaduz, Post 09:05, dropoff near");
  expect(reasons({ pickup, walkFromM: 300, walkToM: 0 })).not.toContain("you walk");
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
  expect(at({ lat: 49.02, lng: 8.4 }, "On the way")).toBe("near Karlsruhe, Germany");
});
