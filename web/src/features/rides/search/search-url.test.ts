import { describe, expect, test } from "vitest";
import {
  isComplete,
  readSearchCriteria,
  type SearchCriteria,
  writeSearchCriteria,
} from "./search-url.ts";

const now = new Date(2026, 10, 20, 23, 59);
const read = (query: string) => readSearchCriteria(new URLSearchParams(query), now);

const criteria: SearchCriteria = {
  from: {
    label: "Saint-Denis, Réunion, France",
    lat: -20.882_31,
    lng: 55.4504,
    timeZone: "Indian/Reunion",
  },
  to: { label: "東京, 日本", lat: 35.689_5, lng: 139.691_71 },
  day: "2026-11-21",
  time: "07:45",
  flexible: false,
  seats: 3,
  walkM: 2500,
};

describe("search in the URL", () => {
  test("survives a round trip, also with commas and any script in names", () => {
    expect(read(writeSearchCriteria(criteria).toString())).toEqual(criteria);
  });

  test("omits defaults and keeps unrelated parameters", () => {
    const params = writeSearchCriteria(
      { ...criteria, time: null, seats: 1, walkM: 1000 },
      new URLSearchParams("sort=price&at=09:00"),
    );
    expect([...params.keys()].toSorted()).toEqual(["from", "on", "sort", "to", "zone"]);
  });

  test("in the evening defaults to tomorrow in the device's time zone, even one minute before midnight", () => {
    expect(read("")).toEqual({
      from: null,
      to: null,
      day: "2026-11-21",
      time: null,
      flexible: false,
      seats: 1,
      walkM: 1000,
    });
  });

  test("ignores the time of a flexible search", () => {
    const flexible = { ...criteria, flexible: true };
    expect(read(writeSearchCriteria(flexible).toString())).toEqual({ ...flexible, time: null });
    expect(read("flexible=1&at=07:45")).toMatchObject({ flexible: true, time: null });
  });

  test.each([
    ["from=91,8,Nowhere"],
    ["from=48,181,Nowhere"],
    ["from=48,8,"],
    ["from=Freiburg"],
    ["on=2026-02-31"],
    ["on=tomorrow"],
    ["at=24:00"],
    ["at=7:45"],
    ["seats=0"],
    ["seats=9"],
    ["walk=5001"],
    ["walk=-1"],
    ["zone=Mars/Base"],
  ])("ignores an invalid value in %s", (query) => {
    expect(read(query)).toEqual(read(""));
  });

  test("is complete only with both ends", () => {
    expect(isComplete(criteria)).toBe(true);
    expect(isComplete({ ...criteria, to: null })).toBe(false);
  });
});
