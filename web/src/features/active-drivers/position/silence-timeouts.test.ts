import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { communitySettings } from "#shared/community-settings.ts";
import { isFading, seenText } from "../nearby/driver-text.ts";
import { stationaryIntervalMs } from "./silence-timeouts.ts";
import {
  markEnded,
  setReportingStatus,
  resetReporting,
  recordStart,
  recordEnd,
  getReportingState,
} from "./reporting-state.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });
const defaultSilentS = communitySettings.driverTimeoutS;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  Object.assign(communitySettings, { driverTimeoutS: defaultSilentS });
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

/** Reason shown if nothing was accepted for this long. */
function endedAfter(seconds: number) {
  resetReporting(false);
  setReportingStatus("sent");
  vi.advanceTimersByTime(seconds * 1000);
  return markEnded();
}

test("fades a silent driver well before the community's timeout and shows the last update", () => {
  expect([after(180), after(181)]).toEqual([
    [false, "on the road now"],
    [true, "last seen 3 min ago"],
  ]);
  Object.assign(communitySettings, { driverTimeoutS: 60 });
  expect([after(18), after(19)]).toEqual([
    [false, "on the road now"],
    [true, "on the road now"],
  ]);
  expect(after(60)).toEqual([true, "last seen 1 min ago"]);
});

test("a driver without movement reports several times before the timeout", () => {
  expect(stationaryIntervalMs()).toBe(60_000);
  Object.assign(communitySettings, { driverTimeoutS: 60 });
  expect(stationaryIntervalMs()).toBe(6_000);
  Object.assign(communitySettings, { driverTimeoutS: 86_400 });
  expect(stationaryIntervalMs()).toBe(60_000);
});

test("recognises an end by silence from the community's timeout", () => {
  expect([endedAfter(230), endedAfter(600)]).toEqual(["elsewhere", "silent"]);
  Object.assign(communitySettings, { driverTimeoutS: 60 });
  expect([endedAfter(20), endedAfter(60)]).toEqual(["elsewhere", "silent"]);
  resetReporting(false);
  expect(markEnded()).toBe("silent");
});

test("prefers the server's reason unless this device knows better", () => {
  resetReporting(false);
  setReportingStatus("sent");
  // Reported recently but silent for the server: nothing got through.
  recordEnd("silence", true);
  expect(getReportingState().status).toBe("sent");
  expect(markEnded()).toBe("silent");
  // The end was noticed before the server sent it.
  resetReporting(false);
  vi.advanceTimersByTime(900_000);
  expect(markEnded()).toBe("silent");
  recordEnd("driver", false);
  expect(getReportingState().status).toBe("elsewhere");

  // On a device that shares nothing, such as a phone that comes back: only ends that the driver did not cause.
  resetReporting(false);
  recordEnd("driver", false);
  expect(getReportingState().status).toBe("waiting");
  for (const [how, shown] of [
    ["silence", "silent"],
    ["system", "ended-by-server"],
  ] as const) {
    recordEnd(how, false);
    expect(getReportingState().status).toBe(shown);
    recordStart(false);
    expect(getReportingState().status).toBe("waiting");
  }
});
