import { expect, test } from "vitest";
import {
  approximateArrival,
  approximateDetour,
  approximateDistanceM,
  approximateLastSeenMs,
  approximateTime,
} from "./approximate-place.ts";

const at = (time: string) => new Date(`2026-01-01T${time}Z`);

test("times are rounded to five minutes, arrivals up, and the last sign of a driver down to its minute", () => {
  expect([at("08:02:29"), at("08:02:31")].map(approximateTime)).toEqual([at("08:00"), at("08:05")]);
  expect(approximateArrival(at("08:00:01").getTime())).toEqual(at("08:05"));
  expect(approximateArrival(at("08:05").getTime())).toEqual(at("08:05"));
  expect(approximateLastSeenMs(at("08:02:59").getTime())).toBe(at("08:02").getTime());
});

test("distances and detours are rounded to half a kilometre, the time of a detour to a minute", () => {
  expect([749, 750].map(approximateDistanceM)).toEqual([500, 1000]);
  expect(approximateDetour({ detourM: 1_240, detourS: 89 })).toEqual({
    detourM: 1_000,
    detourS: 60,
  });
});
