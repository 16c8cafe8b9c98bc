import { expect, test } from "vitest";
import { findTimeZones, listTimeZones, offsetText } from "./time-zone-search.ts";

const zones = listTimeZones("en");
const find = (query: string) => findTimeZones(zones, query).map(({ zone }) => zone);

test("finds time zones by city, country and name of the zone, in any spelling", () => {
  expect(find("berlin")[0]).toBe("Europe/Berlin");
  expect(find("germany")).toContain("Europe/Berlin");
  expect(find("America/New_York")).toEqual(["America/New_York"]);
  expect(find("new york")).toEqual(["America/New_York"]);
  expect(find("sao pau")).toEqual(["America/Sao_Paulo"]);
  expect(find("São")[0]).toBe("America/Sao_Paulo");
  expect(find("kolkata")).toEqual(["Asia/Calcutta"]);
  expect(find("nowhere at all")).toEqual([]);
});

test("a city that begins with the text comes before other matches", () => {
  expect(find("ma")[0]).toMatch(/\/Ma\w+$/);
});

test("shows the offset of the given moment", () => {
  expect(offsetText("Europe/Berlin", new Date("2026-01-15T12:00:00Z"))).toBe("UTC+1");
  expect(offsetText("Europe/Berlin", new Date("2026-07-15T12:00:00Z"))).toBe("UTC+2");
  expect(offsetText("Asia/Calcutta", new Date("2026-01-15T12:00:00Z"))).toBe("UTC+5:30");
});

test("keeps a saved zone that this browser does not list", () => {
  expect(listTimeZones("en", "Etc/GMT+5").map(({ zone }) => zone)).toContain("Etc/GMT+5");
});
