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
  const { ride, match } = testHit("r", change);
  return matchReasons(ride, match, criteria).join(" · ");
};

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

describe("why a ride fits, in words", () => {
  test("where one gets in and out on the ride's own clocks, what it costs the host, how far one walks", () => {
    expect(reasons({})).toBe(
      "Pickup at Karlsruhe 09:05, dropoff near Bonn 13:40 · +6 min for the host · you walk 400 m at the end",
    );
  });

  test("both walks, and no detour", () => {
    expect(reasons({ walkFromM: 1300, detourS: 0 })).toBe(
      "Pickup at Karlsruhe 09:05, dropoff near Bonn 13:40 · no detour for the host · you walk 1.3 km to the car and 400 m at the end",
    );
  });

  test("nothing of places and walking where the ride goes the whole way from door to door", () => {
    expect(reasons({ partial: false, walkToM: 0 })).toBe("Covers your full route · +6 min for the host");
  });
});

test("a meeting place is called as the ride's stop, as what was asked for, or near that", () => {
  const ride = testRide("r");
  const at = (place: { lat: number; lng: number }, label: string) =>
    labelMeetingPlace(ride, { ...place, label }, KARLSRUHE).label;
  expect(at({ lat: MAINZ.lat + 0.0001, lng: MAINZ.lng }, "On the way")).toBe(MAINZ.label);
  expect(at(KARLSRUHE, "Where you asked for")).toBe(KARLSRUHE.label);
  expect(at({ lat: 49.02, lng: 8.4 }, "On the way")).toBe("near Karlsruhe, Germany");
});
