import fc from "fast-check";
import { i18n } from "@lingui/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EstimateText } from "./EstimateText.tsx";
import {
  ESTIMATE_MARK,
  formatDetour,
  formatDrivingDistance,
  formatDrivingTime,
  formatTimeOnRide,
  toSpokenText,
} from "./estimates.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const ESTIMATED = { routed: false };
const MEASURED = { routed: true };
const DEPARTS_MS = Date.parse("2026-11-21T06:43:00Z");
const ride = (routed: boolean) => ({
  departsAt: new Date(DEPARTS_MS).toISOString(),
  timeZone: "UTC",
  routed,
});
const timeAfter = (seconds: number, routed: boolean) =>
  formatTimeOnRide(new Date(DEPARTS_MS + seconds * 1000).toISOString(), ride(routed)).replace(
    ESTIMATE_MARK,
    "≈ ",
  );
const plain = (text: string) => text.replace(ESTIMATE_MARK, "≈ ");
const estimatedTime = (seconds: number) => plain(formatDrivingTime(seconds, ESTIMATED));
const estimatedDistance = (metres: number) => plain(formatDrivingDistance(metres, ESTIMATED));

describe("what was not measured along roads is rounded and marked as an estimate", () => {
  test("driving times: to the minute, to 5 minutes, and from two hours on to 10", () => {
    expect([20, 8 * 60 + 20, 23 * 60, 71 * 60, 14_820].map(estimatedTime)).toEqual([
      "≈ 1 min",
      "≈ 8 min",
      "≈ 25 min",
      "≈ 1 h 10",
      "≈ 4 h 10",
    ]);
    expect(formatDrivingTime(14_820, MEASURED)).toBe("4 h 07");
    expect(plain(formatDetour(1020, ESTIMATED))).toBe("≈ +15 min");
    expect(formatDetour(1020, MEASURED)).toBe("+17 min");
  });

  test("distances", () => {
    expect([1234, 7400, 43_210, 412_345].map(estimatedDistance)).toEqual([
      "≈ 1.2 km",
      "≈ 7 km",
      "≈ 45 km",
      "≈ 410 km",
    ]);
    expect(formatDrivingDistance(412_345, MEASURED)).toBe("412 km");
  });

  test("times on the ride, but never the departure", () => {
    expect(timeAfter(0, false)).toBe("06:43");
    expect(timeAfter(-60, false)).toBe("06:42");
    expect(timeAfter(14_820, false)).toBe("≈ 10:55");
    expect(timeAfter(14_820, true)).toBe("10:50");
  });

  test("a later point of a ride never shows an earlier time", () => {
    fc.assert(
      fc.property(fc.nat({ max: 15 * 3600 }), fc.nat({ max: 7200 }), (first, more) => {
        const [earlier, later] = [timeAfter(first, false), timeAfter(first + more, false)];
        expect(later.slice(-5) >= earlier.slice(-5)).toBe(true);
      }),
    );
  });

  test("an estimated time is close to the exact one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 15 * 3600 }), (seconds) => {
        const [hours = 0, minutes = 0] = timeAfter(seconds, false).slice(-5).split(":").map(Number);
        const shownS = hours * 3600 + minutes * 60 - (6 * 3600 + 43 * 60);
        expect(Math.abs(shownS - seconds)).toBeLessThanOrEqual(seconds < 7200 ? 300 : 450);
      }),
    );
  });

  test("is read out as “about”", () => {
    const text = `Fri 20 Nov · ${formatDrivingTime(14_820, ESTIMATED)}, ${formatDrivingDistance(412_345, ESTIMATED)}`;
    const html = renderToStaticMarkup(<EstimateText text={text} />);
    const heard = html
      .replaceAll(/<span aria-hidden="true">.*?<\/span>/g, "")
      .replaceAll(/<.*?>/g, "");
    expect(heard).toBe("Fri 20 Nov · about 4 h 10, about 410 km");
    const seen = html.replaceAll(/<span class="sr-only">.*?<\/span>/g, "").replaceAll(/<.*?>/g, "");
    expect(seen).toBe(text);
    expect(toSpokenText(text)).toBe(heard);
  });

  test("a stop beside the start shows the exact departure, and one a minute later an estimate", () => {
    expect([20, 60].map((seconds) => timeAfter(seconds, false))).toEqual(["06:43", "≈ 06:44"]);
  });
});
