import fc from "fast-check";
import { i18n } from "@lingui/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EstimateText } from "./EstimateText.tsx";
import {
  durationBetweenS,
  ESTIMATE_MARK,
  formatDetour,
  formatDrivingDistance,
  formatDrivingTime,
  formatArrival,
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
  formatArrival(new Date(DEPARTS_MS + seconds * 1000).toISOString(), ride(routed)).replace(
    ESTIMATE_MARK,
    "≈ ",
  );
const at = (seconds: number) => new Date(DEPARTS_MS + seconds * 1000).toISOString();
const minutesOf = (seconds: number) => {
  const [hours = 0, minutes = 0] = timeAfter(seconds, true).split(":").map(Number);
  return hours * 60 + minutes;
};
const plain = (text: string) => text.replaceAll("\u00A0", " ");
const estimatedTime = (seconds: number) => plain(formatDrivingTime(seconds, ESTIMATED));
const estimatedDistance = (metres: number) => plain(formatDrivingDistance(metres, ESTIMATED));

describe("what was not measured along roads is rounded and marked as an estimate", () => {
  test("driving times, which agree with the times beside them, and detours", () => {
    expect([20, 8 * 60 + 20, 23 * 60, 71 * 60, 14_820].map(estimatedTime)).toEqual([
      "≈ 1 min",
      "≈ 8 min",
      "≈ 23 min",
      "≈ 1 h 11",
      "≈ 4 h 07",
    ]);
    expect(formatDrivingTime(14_820, MEASURED)).toBe("4\u00A0h\u00A007");
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

  test("an arrival has the mark where no driving time has it", () => {
    expect(timeAfter(14_820, false)).toBe("≈ 10:50");
    expect(timeAfter(14_820, true)).toBe("10:50");
  });

  test("a duration is the difference of the two times as they are shown", () => {
    fc.assert(
      fc.property(fc.nat({ max: 7200 }), fc.nat({ max: 15 * 3600 }), (first, more) => {
        const shown = minutesOf(first + more) - minutesOf(first);
        const days = shown < 0 ? 24 * 60 : 0;
        expect(durationBetweenS(at(first), at(first + more)) / 60).toBe(shown + days);
      }),
    );
  });

  test("is read out as “about”", () => {
    const text = `Fri 20 Nov · ${formatDrivingTime(14_820, ESTIMATED)}, ${formatDrivingDistance(412_345, ESTIMATED)}`;
    const html = renderToStaticMarkup(<EstimateText text={text} />);
    const heard = html
      .replaceAll(/<span aria-hidden="true">.*?<\/span>/g, "")
      .replaceAll(/<.*?>/g, "");
    expect(plain(heard)).toBe("Fri 20 Nov · about 4 h 07, about 410 km");
    const seen = html.replaceAll(/<span class="sr-only">.*?<\/span>/g, "").replaceAll(/<.*?>/g, "");
    expect(seen).toBe(text);
    expect(toSpokenText(text)).toBe(heard);
  });
});
