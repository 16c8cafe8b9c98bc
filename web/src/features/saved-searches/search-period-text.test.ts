import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { searchPeriodText } from "./search-text.ts";

const inBerlin = (departsAfter: string | null, departsBefore: string | null) =>
  searchPeriodText({ departsAfter, departsBefore, timeZone: "Europe/Berlin" });

i18n.loadAndActivate({ locale: "en", messages: {} });

test("formats the period of a search in the origin's time zone", () => {
  expect(inBerlin(null, null)).toBe("Any day");
  expect(inBerlin("2026-11-19T23:00:00.000Z", "2026-11-20T22:59:59.999Z")).toBe("Fri 20 Nov");
  expect(inBerlin("2026-11-20T05:00:00.000Z", "2026-11-20T09:00:00.000Z")).toBe(
    "Fri 20 Nov, 06:00–10:00",
  );
  expect(inBerlin("2026-11-16T23:00:00.000Z", "2026-11-23T22:59:59.999Z")).toBe(
    "Tue 17 Nov – Mon 23 Nov",
  );
});
