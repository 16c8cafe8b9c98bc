import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type Fix, type Measured, startTelling, type Telling } from "./position-teller.ts";
import type { SharedFrom } from "./sharing-here.ts";
import { standingMs } from "./silence.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** About 11 m to the north. */
const STEP_DEG = 0.0001;

/** A phone whose position, page and server this test holds. */
function phone({ source = { from: "device" } }: { source?: SharedFrom } = {}) {
  const page: EventTarget & { visibilityState: DocumentVisibilityState } = Object.assign(new EventTarget(), {
    visibilityState: "visible" as const,
  });
  let found: ((position: { coords: Measured }) => void) | undefined;
  let failed: ((failure: { code: number }) => void) | undefined;
  const geolocation = {
    watchPosition: (on: NonNullable<typeof found>, fail: NonNullable<typeof failed>) => {
      [found, failed] = [on, fail];
      return 7;
    },
    clearWatch: vi.fn<(id: number) => void>(() => (found = undefined)),
  };
  const told: Fix[] = [];
  const statuses: Telling[] = [];
  const server: { answer: Answer } = { answer: "heard" };
  const gone = vi.fn<() => void>();
  const stop = startTelling({
    source,
    geolocation,
    tell: async (fix) => {
      told.push(fix);
      return server.answer;
    },
    status: (telling) => statuses.push(telling),
    gone,
    page,
  });
  const at = async (lat: number, heading: number | null = null) => {
    found?.({ coords: { latitude: lat, longitude: 7.8, heading } });
    await vi.advanceTimersByTimeAsync(0);
  };
  const refuse = (code: number) => failed?.({ code });
  const show = async (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { told, statuses, server, gone, stop, at, refuse, show, geolocation };
}

test("[issue5/drivers:throttled] a position is told when it is 25 m away, at most every 3 s, and once a minute where nothing moves", async () => {
  const { told, at, stop } = phone();
  await at(48, 90);
  expect(told).toEqual([{ lat: 48, lng: 7.8, heading: 90, address: null }]);
  await at(48 + STEP_DEG);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toHaveLength(1);
  await at(48 + 3 * STEP_DEG);
  expect(told).toHaveLength(2);
  // Much further at once: it waits, and then the newest counts.
  await at(48 + 10 * STEP_DEG);
  await at(48 + 20 * STEP_DEG);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(told).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(told.at(-1)?.lat).toBe(48 + 20 * STEP_DEG);
  await vi.advanceTimersByTimeAsync(3 * standingMs());
  expect(told).toHaveLength(6);
  stop();
  await vi.advanceTimersByTimeAsync(3 * standingMs());
  expect(told).toHaveLength(6);
});

test("[issue5/drivers:paused] in the background nothing is looked up and nothing told; in front again both go on", async () => {
  const { told, at, show, geolocation, stop } = phone();
  await at(48);
  await show("hidden");
  expect(geolocation.clearWatch).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5 * standingMs());
  expect(told).toHaveLength(1);
  await show("visible");
  await at(48.1);
  expect(told.map(({ lat }) => lat)).toEqual([48, 48.1]);
  stop();
});

test("what nobody heard is told again, and whoever is off the map tells no more", async () => {
  const { told, statuses, server, gone, at } = phone();
  server.answer = "unheard";
  await at(48);
  expect(statuses).toEqual(["unheard"]);
  server.answer = "heard";
  await vi.advanceTimersByTimeAsync(10_000);
  expect(statuses).toEqual(["unheard", "told"]);
  server.answer = "gone";
  await vi.advanceTimersByTimeAsync(standingMs());
  expect(gone).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5 * standingMs());
  expect(told).toHaveLength(3);
});

test("[issue5/drivers:no-position] a browser that may not say where it is, and a device that does not know, are told apart", () => {
  const { statuses, refuse, stop } = phone();
  refuse(1);
  refuse(2);
  refuse(3);
  expect(statuses).toEqual(["refused", "lost", "lost"]);
  stop();
});

test("a place that was typed is told as long as the page is there, without asking the device", async () => {
  const { told, stop } = phone({ source: { from: "place", place: { label: "Freiburg", lat: 48, lng: 7.8 } } });
  await vi.advanceTimersByTimeAsync(2 * standingMs());
  expect(told).toEqual(Array.from({ length: 3 }, () => ({ lat: 48, lng: 7.8, heading: null, address: "Freiburg" })));
  stop();
});
