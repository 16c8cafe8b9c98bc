import { describe, expect, test } from "vitest";
import { countFilters, filtersQuery, NO_FILTERS } from "./found-filters.ts";
import { joinPages, readView, reckonedOf, writeView } from "./found-rides.ts";
import { found } from "./test-rides.ts";

const usual = readView(new URLSearchParams());
const filters = {
  instant: true,
  sameGender: true,
  luggage: 2,
  smoking: "no",
  pets: "small",
  needs: ["step-free", "assistance-animal"],
  mostMinor: 1250,
} as const;

describe("how rides are shown", () => {
  test("comes back from the address, whatever else stands there", () => {
    const view = { order: "leastWalking", filters } as const;
    const params = writeView(view, new URLSearchParams("from=1,2,X&most=7"));
    expect(params.get("from")).toBe("1,2,X");
    expect(readView(params)).toEqual(view);
    expect([...writeView(usual, params).keys()]).toEqual(["from"]);
  });

  test.each([
    "sort=luck",
    "instant=yes",
    "gender=other",
    "luggage=4",
    "smoking=pipe",
    "pets=1",
    "needs=lift",
    "most=-1",
    "most=1e9",
    "most=99999999",
  ])("takes nothing wrong from %s", (query) => {
    expect(readView(new URLSearchParams(query))).toEqual(usual);
  });

  test("asks the search for what is wanted only", () => {
    expect(filtersQuery(NO_FILTERS)).toEqual({});
    expect(filtersQuery({ ...filters, mostMinor: 0 })).toEqual({
      instant: "true",
      sameGender: "true",
      luggage: 2,
      smoking: "no",
      pets: "small",
      stepFree: "true",
      assistanceAnimal: "true",
      maxContributionMinor: 0,
    });
    expect([countFilters(NO_FILTERS), countFilters(filters)]).toEqual([0, 7]);
  });
});

test("of two pages that overlap a ride comes once, in the first one's place", () => {
  const pages = [{ items: ["early", "straight"] }, { items: ["straight", "late"] }];
  expect(joinPages(pages, (id) => id)).toEqual(["early", "straight", "late"]);
  expect(joinPages([], (id: string) => id)).toEqual([]);
});

test("[issue4/router:said-of-found] what no router measured is said once: of the rides found, else of those that nearly fit, else of the days", () => {
  const [onRoads, byReckoning] = [found("a", { routed: true }), found("b", { routed: false })];
  const miss = { reasons: ["walk" as const], windowByS: 0, detourByM: 0, detourByS: 0, walkByM: 1, routed: false };
  const missed = [{ ...found("c"), miss }];
  expect(reckonedOf({ shown: [onRoads], missed: [] })).toEqual({ found: false, missed: false, days: true });
  expect(reckonedOf({ shown: [onRoads], missed })).toEqual({ found: false, missed: true, days: true });
  expect(reckonedOf({ shown: [onRoads, byReckoning], missed })).toEqual({ found: true, missed: false, days: true });
  expect(reckonedOf({ shown: [byReckoning], missed })).toEqual({ found: true, missed: false, days: false });
  expect(reckonedOf({ shown: [], missed })).toEqual({ found: false, missed: true, days: false });
});
