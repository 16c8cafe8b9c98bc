import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { operator } from "#shared/operator.ts";
import { isFading, seenText } from "./driver-wording.ts";
import { standingMs } from "./silence.ts";
import { setEnded, setTelling, startAnew } from "./telling-state.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });
const usual = operator.driverSilentS;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  Object.assign(operator, { driverSilentS: usual });
  vi.useRealTimers();
});

const SEEN = Date.parse("2026-01-01T08:00:00Z");
const driver: ActiveDriver = {
  uid: "ada",
  displayName: "Ada M.",
  driver: {
    uid: "ada",
    displayName: "Ada M.",
    initials: "AM",
    photo: null,
    rating: { mean: null, count: 0 },
    reliability: null,
  },
  lat: 48,
  lng: 7.8,
  exact: false,
  address: null,
  heading: null,
  seats: 1,
  note: null,
  audience: "everyone",
  headingTo: null,
  distanceKm: null,
  lastSeenAt: new Date(SEEN).toISOString(),
};

const after = (seconds: number): [boolean, string] => {
  const at = SEEN + seconds * 1000;
  return [isFading(driver, at), seenText(driver, at)];
};

/** How a telling ended of which nothing was heard for so long. */
function endedAfter(seconds: number) {
  startAnew(false);
  setTelling("told");
  vi.advanceTimersByTime(seconds * 1000);
  return setEnded();
}

test("[issue5/drivers:silence-shown] who is not heard of steps back and is said to be seen so long ago, well before the community's time is over", () => {
  expect([after(180), after(181)]).toEqual([
    [false, "on the road now"],
    [true, "last seen 3 min ago"],
  ]);
  Object.assign(operator, { driverSilentS: 60 });
  expect([after(18), after(19)]).toEqual([
    [false, "on the road now"],
    [true, "on the road now"],
  ]);
  expect(after(60)).toEqual([true, "last seen 1 min ago"]);
});

test("[issue5/drivers:silence-shown] who stands says so several times before they would be off the map", () => {
  expect(standingMs()).toBe(60_000);
  Object.assign(operator, { driverSilentS: 60 });
  expect(standingMs()).toBe(6_000);
  Object.assign(operator, { driverSilentS: 86_400 });
  expect(standingMs()).toBe(60_000);
});

test("[issue5/drivers:silence-shown] whoever is off the map is told whether that was by silence, by the community's time", () => {
  expect([endedAfter(230), endedAfter(600)]).toEqual(["elsewhere", "silent"]);
  Object.assign(operator, { driverSilentS: 60 });
  expect([endedAfter(20), endedAfter(60)]).toEqual(["elsewhere", "silent"]);
  startAnew(false);
  expect(setEnded()).toBe("silent");
});
