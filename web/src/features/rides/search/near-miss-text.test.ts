import type { NearMissDetails } from "@commonlane/contract/ride-search";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { describeNearMiss } from "./near-miss-text.ts";

const miss = (change: Partial<NearMissDetails>): NearMissDetails => ({
  reasons: [],
  windowByS: 0,
  detourByM: 0,
  detourByS: 0,
  walkByM: 0,
  ...change,
});

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test("describes what a near miss misses and by how much", () => {
  expect(describeNearMiss(miss({ reasons: ["window"], windowByS: -2400 }))).toEqual([
    "leaves 40 min before your time window",
  ]);
  expect(describeNearMiss(miss({ reasons: ["window"], windowByS: 20 }))).toEqual([
    "leaves 1 min after your time window",
  ]);
  expect(
    describeNearMiss(
      miss({ reasons: ["detour", "walk"], detourByS: 280, detourByM: 900, walkByM: 1210 }),
    ),
  ).toEqual(["5 min more detour than the host accepts", "1.2 km more walking than you chose"]);
  expect(describeNearMiss(miss({ reasons: ["detour"], detourByM: 900 }))).toEqual([
    "900 m more detour than the host accepts",
  ]);
});
