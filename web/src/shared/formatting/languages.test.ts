import { type Language, LANGUAGES } from "@commonlane/contract/languages";
import { i18n } from "@lingui/core";
import { afterEach, describe, expect, test } from "vitest";
import { communitySettings } from "../community-settings.ts";
import { activateLanguage } from "../language/messages.ts";
import { setPreferredTags } from "../language/reader-region.ts";
import { formatAmountInput, parseAmount } from "./amount-input.ts";
import { chooseDistanceUnit } from "./distance-unit.ts";
import { formatDrivingDistance } from "./estimates.ts";
import {
  formatClockTime,
  formatDay,
  formatDistance,
  formatList,
  formatMoney,
  formatStars,
  formatTime,
} from "./format.ts";
import { coversWholeDays } from "./day-and-time.ts";
import { formatUserDateTime, setUserTimeZone } from "./user-time-zone.ts";
import { daysOfWeek, formatWeekdays } from "./weekdays.ts";

afterEach(() => {
  setPreferredTags([]);
  setUserTimeZone(null);
  communitySettings.distanceUnit = null;
  chooseDistanceUnit(undefined);
});

function readAs(language: Language, ...browser: string[]): void {
  for (const code of LANGUAGES) i18n.load(code, {});
  setPreferredTags(browser);
  activateLanguage(language);
}

/** With plain spaces and without marks of direction. */
const plain = (text: string) =>
  text.replaceAll(/[\u00A0\u202F]/g, " ").replaceAll(/[\u200E\u200F\u061C]/g, "");

const formats = () => {
  setUserTimeZone("UTC");
  return [
    formatDay("2026-11-20T15:05:00Z", "UTC"),
    formatClockTime("15:05"),
    formatUserDateTime("2026-11-20T15:05:00Z"),
    formatDistance(6200),
    formatDistance(400),
    formatMoney({ amountMinor: 123_450, currency: "EUR" }),
    formatStars(4.75),
    formatList(["A", "B", "C"]),
    formatWeekdays([7, 1]),
    daysOfWeek()[0],
  ].map((text) => (typeof text === "string" ? plain(text) : text));
};

describe("each language has its own formats", () => {
  test.each<[Language, unknown[]]>([
    [
      "en",
      [
        "Fri 20 Nov",
        "15:05",
        "20 Nov 2026, 15:05",
        "6.2 km",
        "400 m",
        "€1,234.50",
        "4.8",
        "A, B, C",
        "Mon, Sun",
        1,
      ],
    ],
    [
      "de",
      [
        "Fr., 20. Nov.",
        "15:05",
        "20.11.2026, 15:05",
        "6,2 km",
        "400 m",
        "1.234,50 €",
        "4,8",
        "A, B und C",
        "Mo, So",
        1,
      ],
    ],
    [
      "fr",
      [
        "ven. 20 nov.",
        "15:05",
        "20 nov. 2026, 15:05",
        "6,2 km",
        "400 m",
        "1 234,50 €",
        "4,8",
        "A, B et C",
        "lun. et dim.",
        1,
      ],
    ],
    [
      "es",
      [
        "vie, 20 nov",
        "15:05",
        "20 nov 2026, 15:05",
        "6,2 km",
        "400 m",
        "1234,50 €",
        "4,8",
        "A, B, C",
        "lun y dom",
        1,
      ],
    ],
    [
      "ar",
      [
        "الجمعة، 20 نوفمبر",
        "3:05 م",
        "20/11/2026، 3:05 م",
        "6.2 كم",
        "400 متر",
        "1,234.50 €",
        "4.8",
        "A، وB، وC",
        "الأحد والاثنين",
        6,
      ],
    ],
  ])("%s", (language, expected) => {
    readAs(language);
    expect(formats()).toEqual(expected);
  });
});

test("English readers in the United States have their own dates, 12 hours, miles and weeks", () => {
  readAs("en", "en-US", "en");
  expect(formats()).toEqual([
    "Fri, Nov 20",
    "3:05 PM",
    "Nov 20, 2026, 3:05 PM",
    "3.9 mi",
    "0.2 mi",
    "€1,234.50",
    "4.8",
    "A, B, C",
    "Sun, Mon",
    7,
  ]);
  expect(formatDistance(100)).toBe("350 ft");
});

test("the region is that of the first browser language in which the app is read", () => {
  const distanceAs = (language: Language, ...browser: string[]) => {
    readAs(language, ...browser);
    return plain(formatDistance(16_093.44));
  };
  expect(distanceAs("en", "en-GB")).toBe("10 mi");
  expect(formatClockTime("15:05")).toBe("15:05");
  expect(distanceAs("en", "en")).toBe("16.1 km");
  expect(distanceAs("en", "en-AU")).toBe("16.1 km");
  expect(distanceAs("es", "en-US", "es-US")).toBe("10 mi");
  expect(distanceAs("de", "en-US", "de")).toBe("16,1 km");
  expect(distanceAs("ar", "ar-MA")).toBe("16,1 كم");
  expect(plain(formatClockTime("15:05"))).toBe("15:05");
});

test("an estimate is rounded in the unit in which it is shown", () => {
  readAs("en", "en-US");
  expect(plain(formatDrivingDistance(412_345, { routed: false }))).toBe("≈ 260 mi");
  expect(plain(formatDrivingDistance(7400, { routed: false }))).toBe("≈ 5 mi");
});

test("midnight is the first time of the day", () => {
  readAs("en");
  expect(formatClockTime("00:00")).toBe("00:00");
  readAs("en", "en-US");
  expect(plain(formatClockTime("00:00"))).toBe("12:00 AM");
});

test("an amount in a text field has the decimal separator of the language, and is read with either", () => {
  const typed = LANGUAGES.map((language) => {
    readAs(language);
    return formatAmountInput(123_450, "EUR");
  });
  expect(typed).toEqual(["1234.50", "1234,50", "1234,50", "1234,50", "1234.50"]);
  for (const text of ["1234,50", "1234.50"]) expect(parseAmount(text, "EUR")).toBe(123_450);
});

test("the half of the day stays on the line of its time", () => {
  readAs("ar");
  expect(formatTime("2026-11-20T15:05:00Z", "UTC")).toBe("3:05\u00A0م");
});

test("a window of whole days is one, whichever way the reader counts hours", () => {
  for (const language of LANGUAGES) {
    readAs(language);
    expect(coversWholeDays("2026-11-19T23:00:00Z", "2026-11-20T22:59:00Z", "Europe/Berlin")).toBe(
      true,
    );
    expect(coversWholeDays("2026-11-20T00:00:00Z", "2026-11-20T23:59:00Z", "Europe/Berlin")).toBe(
      false,
    );
  }
});

test("distances are in the unit of the community's road signs, unless the reader chose one", () => {
  readAs("en", "en-GB");
  communitySettings.distanceUnit = "kilometer";
  expect(plain(formatDistance(16_093.44))).toBe("16.1 km");
  chooseDistanceUnit("mile");
  expect(plain(formatDistance(16_093.44))).toBe("10 mi");
  chooseDistanceUnit(undefined);
  expect(plain(formatDistance(16_093.44))).toBe("16.1 km");
});
