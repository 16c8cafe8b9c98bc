import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { formatUserDate, formatUserDateTime, setUserTimeZone } from "./user-time-zone.ts";

i18n.loadAndActivate({ locale: "en-GB", messages: {} });
afterEach(() => setUserTimeZone(null));

test("formats dates and times in the chosen time zone, also after a change", () => {
  const at = "2026-01-03T11:30:00Z";
  const formatted = ["Pacific/Auckland", "America/Los_Angeles"].map((zone) => {
    setUserTimeZone(zone);
    return [formatUserDate(at), formatUserDate(at, { dateStyle: "long" }), formatUserDateTime(at)];
  });
  expect(formatted).toEqual([
    ["4 Jan 2026", "4 January 2026", "4 Jan 2026, 00:30"],
    ["3 Jan 2026", "3 January 2026", "3 Jan 2026, 03:30"],
  ]);
});
