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

/** How a telling ended of which nothing was heard for so long. */
function endedAfter(seconds: number) {
  resetReporting(false);
  setReportingStatus("sent");
  vi.advanceTimersByTime(seconds * 1000);
  return markEnded();
}

test("[issue5/drivers:silence-shown] who is not heard of steps back and is said to be seen so long ago, well before the community's time is over", () => {
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

test("[issue5/drivers:silence-shown] who stands says so several times before they would be off the map", () => {
  expect(stationaryIntervalMs()).toBe(60_000);
  Object.assign(communitySettings, { driverTimeoutS: 60 });
  expect(stationaryIntervalMs()).toBe(6_000);
  Object.assign(communitySettings, { driverTimeoutS: 86_400 });
  expect(stationaryIntervalMs()).toBe(60_000);
});

test("[issue5/drivers:silence-shown] whoever is off the map is told whether that was by silence, by the community's time", () => {
  expect([endedAfter(230), endedAfter(600)]).toEqual(["elsewhere", "silent"]);
  Object.assign(communitySettings, { driverTimeoutS: 60 });
  expect([endedAfter(20), endedAfter(60)]).toEqual(["elsewhere", "silent"]);
  resetReporting(false);
  expect(markEnded()).toBe("silent");
});

test("[issue5/drivers:how-it-ended] how a driver went off the map is as the server tells it, where this device knows no better or takes it for something else", () => {
  resetReporting(false);
  setReportingStatus("sent");
  // Heard just now, yet silent for the server: nothing came through.
  recordEnd("silence", true);
  expect(getReportingState().status).toBe("sent");
  expect(markEnded()).toBe("silent");
  // An end that was found out before it was told.
  resetReporting(false);
  vi.advanceTimersByTime(900_000);
  expect(markEnded()).toBe("silent");
  recordEnd("driver", false);
  expect(getReportingState().status).toBe("elsewhere");

  // Where nothing is shared, such as on the phone when it is back: what was not one's own doing.
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
