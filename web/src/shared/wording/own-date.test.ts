import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { ownDateText, ownMomentText } from "./own-date.ts";
import { chooseTimeZone } from "./own-time-zone.ts";

i18n.loadAndActivate({ locale: "en-GB", messages: {} });
afterEach(() => chooseTimeZone(null));

test("[ours/dates:own-zone] days and times are told by the clocks of the zone one chose, also after another choice", () => {
  const at = "2026-01-03T11:30:00Z";
  const told = ["Pacific/Auckland", "America/Los_Angeles"].map((zone) => {
    chooseTimeZone(zone);
    return [ownDateText(at), ownDateText(at, { dateStyle: "long" }), ownMomentText(at)];
  });
  expect(told).toEqual([
    ["4 Jan 2026", "4 January 2026", "4 Jan 2026, 00:30"],
    ["3 Jan 2026", "3 January 2026", "3 Jan 2026, 03:30"],
  ]);
});
