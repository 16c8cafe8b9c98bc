import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { requestCost, timeLeft } from "./request-cost.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const ride = {
  departsAt: "2026-11-21T06:45:00.000Z",
  arrivesAt: "2026-11-21T13:20:00.000Z",
  timeZone: "Europe/Berlin",
  routed: true,
};

test("a detour is told in minutes and distance, with the arrival that it leads to", () =>
  expect(requestCost({ detourM: 4000, detourS: 360 }, ride)).toEqual({
    detour: "+6 min, 4 km",
    arrival: "14:26",
  }));

test("without a detour there is no cost", () =>
  expect(requestCost({ detourM: 0, detourS: 0 }, ride)).toBeUndefined());

const now = Date.parse("2026-11-20T10:00:00Z");
test.each([
  ["2026-11-23T11:00:00Z", "3 days left", false],
  ["2026-11-20T12:10:00Z", "2\u00A0h\u00A010 left", false],
  ["2026-11-20T10:25:00Z", "25 min left", true],
  ["2026-11-20T09:59:00Z", "1 min left", true],
])("until %s there are %s", (expiresAt, text, isShort) =>
  expect(timeLeft(expiresAt, now)).toEqual({ text, isShort }),
);
