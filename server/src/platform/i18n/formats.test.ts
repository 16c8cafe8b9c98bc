import { expect, test } from "vitest";
import { formatDayAndTime, formatName } from "./formats.ts";

/** With plain spaces and without marks of direction. */
const plain = (text: string) =>
  text.replaceAll(/[\u00A0\u202F]/g, " ").replaceAll(/[\u200E\u200F\u061C]/g, "");

test("a day and time have two digits for the hour only where hours count to 24", () => {
  const at = "2026-02-03T07:05:00Z";
  expect(plain(formatDayAndTime("de", at))).toBe("Di., 3. Feb., 07:05");
  expect(plain(formatDayAndTime("fr", at))).toBe("mar. 3 févr., 07:05");
  expect(plain(formatDayAndTime("ar", at))).toBe("الثلاثاء، 3 فبراير، 7:05 ص");
});

test("a name keeps its full stop behind it in a text from right to left", () => {
  expect(formatName("ar", "Wei Z.")).toBe("Wei Z.\u200E");
  expect(formatName("ar", "ليلى ح.")).toBe("ليلى ح.");
  expect(formatName("ar", "Wei")).toBe("Wei");
  expect(formatName("de", "Wei Z.")).toBe("Wei Z.");
});
