import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type ReportResult,
  type PositionReport,
  type DeviceCoords,
  startReporting,
  type ReportingStatus,
} from "./position-reporter.ts";
import type { PositionSource } from "./position-source.ts";
import { stationaryIntervalMs } from "./silence-timeouts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** About 11 m north. */
const STEP_DEG = 0.0001;

/** A phone with position, page visibility and server controlled by the test. */
function phone({ source = { from: "device" } }: { source?: PositionSource } = {}) {
  const page: EventTarget & { visibilityState: DocumentVisibilityState } = Object.assign(
    new EventTarget(),
    {
      visibilityState: "visible" as const,
    },
  );
  let onPosition: ((position: { coords: DeviceCoords }) => void) | undefined;
  let onError: ((failure: { code: number }) => void) | undefined;
  const geolocation = {
    watchPosition: (on: NonNullable<typeof onPosition>, fail: NonNullable<typeof onError>) => {
      [onPosition, onError] = [on, fail];
      return 7;
    },
    clearWatch: vi.fn<(id: number) => void>(() => (onPosition = undefined)),
  };
  const reported: PositionReport[] = [];
  const statuses: ReportingStatus[] = [];
  const server: { answer: ReportResult } = { answer: "accepted" };
  const onEnded = vi.fn<() => void>();
  const stop = startReporting({
    source,
    geolocation,
    report: async (fix) => {
      reported.push(fix);
      return server.answer;
    },
    onStatus: (status) => statuses.push(status),
    onEnded,
    page,
  });
  const moveTo = async (lat: number, heading: number | null = null) => {
    onPosition?.({ coords: { latitude: lat, longitude: 7.8, heading } });
    await vi.advanceTimersByTimeAsync(0);
  };
  const failWith = (code: number) => onError?.({ code });
  const setVisibility = async (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    reported,
    statuses,
    server,
    onEnded,
    stop,
    moveTo,
    failWith,
    setVisibility,
    geolocation,
  };
}

test("reports a position after 25 m, at most every 3 s, and once a minute without movement", async () => {
  const { reported, moveTo, stop } = phone();
  await moveTo(48, 90);
  expect(reported).toEqual([{ lat: 48, lng: 7.8, heading: 90, address: null }]);
  await moveTo(48 + STEP_DEG);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reported).toHaveLength(1);
  await moveTo(48 + 3 * STEP_DEG);
  expect(reported).toHaveLength(2);
  // A large move within the interval waits, and only the newest position is sent.
  await moveTo(48 + 10 * STEP_DEG);
  await moveTo(48 + 20 * STEP_DEG);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(reported).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(reported.at(-1)?.lat).toBe(48 + 20 * STEP_DEG);
  await vi.advanceTimersByTimeAsync(3 * stationaryIntervalMs());
  expect(reported).toHaveLength(6);
  stop();
  await vi.advanceTimersByTimeAsync(3 * stationaryIntervalMs());
  expect(reported).toHaveLength(6);
});

test("stops locating and reporting in the background and resumes in front", async () => {
  const { reported, moveTo, setVisibility, geolocation, stop } = phone();
  await moveTo(48);
  await setVisibility("hidden");
  expect(geolocation.clearWatch).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5 * stationaryIntervalMs());
  expect(reported).toHaveLength(1);
  await setVisibility("visible");
  await moveTo(48.1);
  expect(reported.map(({ lat }) => lat)).toEqual([48, 48.1]);
  stop();
});

test("retries an unreceived position and stops once the driver is offline", async () => {
  const { reported, statuses, server, onEnded, moveTo } = phone();
  server.answer = "failed";
  await moveTo(48);
  expect(statuses).toEqual(["failed"]);
  server.answer = "accepted";
  await vi.advanceTimersByTimeAsync(10_000);
  expect(statuses).toEqual(["failed", "sent"]);
  server.answer = "ended";
  await vi.advanceTimersByTimeAsync(stationaryIntervalMs());
  expect(onEnded).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5 * stationaryIntervalMs());
  expect(reported).toHaveLength(3);
});

test("distinguishes a blocked location from an unavailable one", () => {
  const { statuses, failWith, stop } = phone();
  failWith(1);
  failWith(2);
  failWith(3);
  expect(statuses).toEqual(["denied", "unavailable", "unavailable"]);
  stop();
});

test("reports a typed place while the page is open, without locating the device", async () => {
  const { reported, stop } = phone({
    source: { from: "place", place: { label: "Freiburg", lat: 48, lng: 7.8 } },
  });
  await vi.advanceTimersByTimeAsync(2 * stationaryIntervalMs());
  expect(reported).toEqual(
    Array.from({ length: 3 }, () => ({ lat: 48, lng: 7.8, heading: null, address: "Freiburg" })),
  );
  stop();
});
