import { describe, expect, test } from "vitest";
import { countFilters, toFilterQuery, NO_FILTERS } from "./search-filters.ts";
import { mergePages, readView, findEstimated, writeView } from "./result-view.ts";
import { testHit } from "../test-data.ts";

const usual = readView(new URLSearchParams());
const filters = {
  instant: true,
  sameGender: true,
  luggage: 2,
  smoking: "no",
  pets: "small",
  needs: ["step-free", "assistance-animal"],
  maxContributionMinor: 1250,
} as const;

describe("how rides are shown", () => {
  test("comes back from the address, whatever else stands there", () => {
    const view = { order: "leastWalking", filters } as const;
    const params = writeView(view, new URLSearchParams("from=1,2,X&maxContribution=7"));
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
    "maxContribution=-1",
    "maxContribution=1e9",
    "maxContribution=99999999",
  ])("takes nothing wrong from %s", (query) => {
    expect(readView(new URLSearchParams(query))).toEqual(usual);
  });

  test("asks the search for what is wanted only", () => {
    expect(toFilterQuery(NO_FILTERS)).toEqual({});
    expect(toFilterQuery({ ...filters, maxContributionMinor: 0 })).toEqual({
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
  expect(mergePages(pages, (id) => id)).toEqual(["early", "straight", "late"]);
  expect(mergePages([], (id: string) => id)).toEqual([]);
});

test("[issue4/router:said-of-found] what no router measured is said once: of the rides found, else of those that nearly fit, else of the days", () => {
  const [routedHit, estimatedHit] = [testHit("a", { routed: true }), testHit("b", { routed: false })];
  const miss = { reasons: ["walk" as const], windowByS: 0, detourByM: 0, detourByS: 0, walkByM: 1, routed: false };
  const nearMisses = [{ ...testHit("c"), miss }];
  expect(findEstimated({ rides: [routedHit], nearMisses: [] })).toEqual({
    found: false,
    nearMisses: false,
    days: true,
  });
  expect(findEstimated({ rides: [routedHit], nearMisses })).toEqual({ found: false, nearMisses: true, days: true });
  expect(findEstimated({ rides: [routedHit, estimatedHit], nearMisses })).toEqual({
    found: true,
    nearMisses: false,
    days: true,
  });
  expect(findEstimated({ rides: [estimatedHit], nearMisses })).toEqual({ found: true, nearMisses: false, days: false });
  expect(findEstimated({ rides: [], nearMisses })).toEqual({ found: false, nearMisses: true, days: false });
});
