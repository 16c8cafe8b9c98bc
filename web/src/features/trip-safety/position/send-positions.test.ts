import type { LatLng } from "@commonlane/contract/shapes";
import { expect, onTestFinished, test, vi } from "vitest";
import { sendPositions } from "./send-positions.ts";
import type { TripSharingState } from "./shared-trip.ts";

type OnPosition = (position: GeolocationPosition) => void;

function begin(
  startsInMs: number,
  send = vi.fn<(position: LatLng) => Promise<boolean>>(async () => true),
) {
  vi.useFakeTimers({ now: new Date("2026-01-02T07:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const watching = new Map<number, { onPosition: OnPosition; onError: PositionErrorCallback }>();
  const states: TripSharingState[] = [];
  const stop = sendPositions({
    trip: { rideId: "r", from: new Date(Date.now() + startsInMs).toISOString() },
    geolocation: {
      watchPosition: (onPosition, onError) => {
        if (onError) watching.set(1, { onPosition, onError });
        return 1;
      },
      clearWatch: (id) => void watching.delete(id),
      getCurrentPosition: (onPosition) => onPosition(at(47)),
    },
    send,
    onState: (state) => states.push(state),
  });
  const move = async (latitude: number) => {
    watching.get(1)?.onPosition(at(latitude));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { watching, states, stop, move, send };
}

const toJSON = () => ({});
const at = (latitude: number): GeolocationPosition => ({
  timestamp: Date.now(),
  toJSON,
  coords: {
    latitude,
    longitude: 7,
    accuracy: 5,
    altitude: null,
    altitudeAccuracy: null,
    heading: null,
    speed: null,
    toJSON,
  },
});
const DENIED: GeolocationPositionError = {
  code: 1,
  message: "",
  PERMISSION_DENIED: 1,
  POSITION_UNAVAILABLE: 2,
  TIMEOUT: 3,
};

test("the device is asked for its position only from the start on, and no longer than until the end", async () => {
  const { watching, states, stop } = begin(60_000);
  expect([states, watching.size]).toEqual([["later"], 0]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([states, watching.size]).toEqual([["later", "waiting", "sent"], 1]);
  stop();
  expect(watching.size).toBe(0);
});

test("sends at most every five seconds while moving, and every half minute at rest", async () => {
  const { move, send } = begin(0);
  await vi.advanceTimersByTimeAsync(0);
  await move(47.1);
  await move(47.2);
  expect(send.mock.calls).toEqual([[{ lat: 47, lng: 7 }]]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send.mock.calls.slice(1)).toEqual([[{ lat: 47.2, lng: 7 }]]);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(send).toHaveBeenCalledTimes(3);
  expect(send).toHaveBeenLastCalledWith({ lat: 47, lng: 7 });
});

test("says when the server was not reached, when nobody may see it any more, and when location is blocked", async () => {
  const { move, states, send, watching } = begin(0);
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(5_000);
  send.mockRejectedValueOnce(new Error("offline"));
  await move(47.1);
  expect(states.at(-1)).toBe("failed");
  await vi.advanceTimersByTimeAsync(5_000);
  send.mockResolvedValueOnce(false);
  await move(47.2);
  expect(states.at(-1)).toBe("ended");
  watching.get(1)?.onError(DENIED);
  expect(states.at(-1)).toBe("denied");
});

test("[domain/trip-safety:stopped] a device that answers after sharing was stopped sends no position, and a late reply changes nothing", async () => {
  const { promise: isSeen, resolve: reply } = Promise.withResolvers<boolean>();
  const send = vi.fn<(position: LatLng) => Promise<boolean>>(() => isSeen);
  const { watching, states, stop } = begin(0, send);
  await vi.advanceTimersByTimeAsync(0);
  const late = watching.get(1);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  late?.onPosition(at(47.1));
  late?.onError(DENIED);
  reply(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send).toHaveBeenCalledTimes(1);
  expect(states).toEqual(["waiting"]);
});
