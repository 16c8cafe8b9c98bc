import { describe, expect, test } from "vitest";
import { addDays, isComplete, readSearchCriteria, type SearchCriteria, writeSearchCriteria } from "./search-url.ts";

const now = new Date(2026, 10, 20, 23, 59);
const read = (query: string) => readSearchCriteria(new URLSearchParams(query), now);

const criteria: SearchCriteria = {
  from: { label: "Saint-Denis, Réunion, France", lat: -20.882_31, lng: 55.4504, timeZone: "Indian/Reunion" },
  to: { label: "東京, 日本", lat: 35.689_5, lng: 139.691_71 },
  day: "2026-11-21",
  time: "07:45",
  flexible: false,
  seats: 3,
  walkM: 2500,
};

describe("a search in the address", () => {
  test("comes back as it was written, also through text, with commas and every script in names", () => {
    expect(read(writeSearchCriteria(criteria).toString())).toEqual(criteria);
  });

  test("leaves out what is usual and keeps what is not its own", () => {
    const params = writeSearchCriteria(
      { ...criteria, time: null, seats: 1, walkM: 1000 },
      new URLSearchParams("sort=price&at=09:00"),
    );
    expect([...params.keys()].toSorted()).toEqual(["from", "on", "sort", "to", "zone"]);
  });

  test("is for tomorrow by this device's calendar when it names no day, one minute to midnight too", () => {
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

  test("that is flexible means no time", () => {
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
  ])("takes nothing wrong from %s", (query) => {
    expect(read(query)).toEqual(read(""));
  });

  test("is whole only with both ends", () => {
    expect(isComplete(criteria)).toBe(true);
    expect(isComplete({ ...criteria, to: null })).toBe(false);
  });

  test("counts days over months and leap days", () => {
    expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  });
});
