import { expect, test } from "vitest";
import { draftFromSearch, toRequestPayload } from "#features/ride-requests/post/request-draft.ts";
import { type Filters, NO_FILTERS } from "#features/rides/search/search-filters.ts";
import type { SearchCriteria } from "#features/rides/search/search-url.ts";
import { toRequestCriteria, unsupportedFilters } from "./to-request-criteria.ts";

const criteria: SearchCriteria = {
  from: { label: "Karlsruhe, Germany", lat: 49.0094, lng: 8.4044, timeZone: "Europe/Berlin" },
  to: { label: "Bonn, Germany", lat: 50.7344, lng: 7.0955 },
  day: "2026-01-05",
  time: null,
  flexible: false,
  seats: 2,
  walkM: 3000,
};

const posted = (changes: Partial<SearchCriteria>, filters: Partial<Filters> = {}) =>
  toRequestPayload(
    draftFromSearch(toRequestCriteria({ ...criteria, ...changes }, { ...NO_FILTERS, ...filters })),
  );

test("a request keeps the search's days and times in the time zone of its origin", () => {
  expect(posted({})).toMatchObject({
    origin: { label: "Karlsruhe, Germany" },
    departsAfter: "2026-01-04T23:00:00.000Z",
    departsBefore: "2026-01-05T22:59:00.000Z",
    seats: 2,
  });
  expect(posted({ time: "23:30" })).toMatchObject({
    departsAfter: "2026-01-05T20:30:00.000Z",
    departsBefore: "2026-01-06T00:30:00.000Z",
  });
  expect(posted({ flexible: true })).toMatchObject({
    departsAfter: "2026-01-01T23:00:00.000Z",
    departsBefore: "2026-01-08T22:59:00.000Z",
  });
});

test("a request keeps the supported filters of the search", () => {
  const open = {
    maxContribution: null,
    preferences: {},
    needs: [],
    luggage: 0,
    audience: "everyone",
  };
  expect(posted({})).toMatchObject(open);
  expect(posted({}, { maxContributionMinor: 1250 }).maxContribution).toEqual({
    amountMinor: 1250,
    currency: "EUR",
  });
  expect(posted({}, { smoking: "no" }).preferences).toEqual({ smoking: "no" });
  expect(posted({}, { pets: "small" }).preferences).toEqual({ pets: "small" });
  expect(posted({}, { needs: ["step-free", "wheelchair"] }).needs).toEqual([
    "step-free",
    "wheelchair",
  ]);
  expect(posted({}, { luggage: 2 }).luggage).toBe(2);
  expect(posted({}, { sameGender: true }).audience).toBe("sameGender");
});

test("lists exactly the filters that a request does not support", () => {
  const usual = { ...criteria, walkM: 1000 };
  expect(unsupportedFilters(usual, NO_FILTERS)).toEqual([]);
  expect(unsupportedFilters(usual, { ...NO_FILTERS, instant: true })).toEqual(["instant"]);
  expect(
    unsupportedFilters(criteria, {
      ...NO_FILTERS,
      luggage: 2,
      sameGender: true,
      maxContributionMinor: 1,
    }),
  ).toEqual(["walk"]);
  expect(unsupportedFilters(criteria, { ...NO_FILTERS, instant: true })).toEqual([
    "instant",
    "walk",
  ]);
});
