import { describe, expect, test } from "vitest";
import { countFilters, toFilterQuery, NO_FILTERS } from "./search-filters.ts";
import { mergePages, readView, writeView } from "./result-view.ts";

const defaultView = readView(new URLSearchParams());
const filters = {
  instant: true,
  sameGender: true,
  luggage: 2,
  smoking: "no",
  pets: "small",
  needs: ["step-free", "assistance-animal"],
  mark: "01970000-0000-7000-8000-000000000001",
  membersOf: "01970000-0000-7000-8000-000000000002",
  maxContributionMinor: 1250,
} as const;

describe("result view", () => {
  test("survives a round trip through the URL and keeps other parameters", () => {
    const view = { order: "leastWalking", filters } as const;
    const params = writeView(view, new URLSearchParams("from=1,2,X&maxContribution=7"));
    expect(params.get("from")).toBe("1,2,X");
    expect(readView(params)).toEqual(view);
    expect([...writeView(defaultView, params).keys()]).toEqual(["from"]);
  });

  test.each([
    "sort=luck",
    "instant=yes",
    "gender=other",
    "luggage=4",
    "smoking=pipe",
    "pets=1",
    "needs=lift",
    "mark=uni",
    "group=us",
    "maxContribution=-1",
    "maxContribution=1e9",
    "maxContribution=99999999",
  ])("ignores an invalid value in %s", (query) => {
    expect(readView(new URLSearchParams(query))).toEqual(defaultView);
  });

  test("sends only the filters that are set", () => {
    expect(toFilterQuery(NO_FILTERS)).toEqual({});
    expect(toFilterQuery({ ...filters, maxContributionMinor: 0 })).toEqual({
      instant: "true",
      sameGender: "true",
      luggage: 2,
      smoking: "no",
      pets: "small",
      stepFree: "true",
      assistanceAnimal: "true",
      mark: "01970000-0000-7000-8000-000000000001",
      membersOf: "01970000-0000-7000-8000-000000000002",
      maxContributionMinor: 0,
    });
    expect([countFilters(NO_FILTERS), countFilters(filters)]).toEqual([0, 9]);
  });
});

test("keeps the first copy of a ride that appears on two pages", () => {
  const pages = [{ items: ["early", "straight"] }, { items: ["straight", "late"] }];
  expect(mergePages(pages, (id) => id)).toEqual(["early", "straight", "late"]);
  expect(mergePages([], (id: string) => id)).toEqual([]);
});
