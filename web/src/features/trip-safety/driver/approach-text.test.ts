import type { DriverApproach } from "@commonlane/contract/trip-safety";
import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { approachText, isOldPosition } from "./approach-text.ts";

i18n.loadAndActivate({ locale: "en-GB", messages: {} });
const nowMs = Date.parse("2026-01-02T07:00:00Z");
const coming: DriverApproach = {
  state: "coming",
  position: { lat: 47, lng: 9, at: "2026-01-02T06:59:50.000Z" },
  pickupAt: "2026-01-02T07:04:10.000Z",
};

test("says how far away the driver is, at least a minute until they are there", () => {
  expect(approachText(coming, "Amara", nowMs)).toBe("Amara is 4 min away");
  expect(approachText({ ...coming, pickupAt: "2026-01-02T06:58:00.000Z" }, "Amara", nowMs)).toBe(
    "Amara is 1 min away",
  );
  expect(approachText({ ...coming, state: "here" }, "Amara", nowMs)).toBe(
    "Amara is at the meeting point",
  );
  expect(approachText({ ...coming, state: "unknown" }, "Amara", nowMs)).toBeUndefined();
});

test("a position of more than two minutes ago is old", () => {
  expect(isOldPosition(coming, nowMs)).toBe(false);
  expect(isOldPosition(coming, nowMs + 120_000)).toBe(true);
  expect(isOldPosition({ ...coming, position: null }, nowMs)).toBe(false);
});
