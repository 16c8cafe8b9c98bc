import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { expect, test } from "vitest";
import type { CompleteSearchCriteria } from "#features/rides/search/search-url.ts";
import { toFilters, toSavedSearch, toSearchCriteria } from "./saved-search-criteria.ts";

const criteria: CompleteSearchCriteria = {
  from: {
    placeId: null,
    label: "Karlsruhe, Germany",
    lat: 49.0094,
    lng: 8.4044,
    timeZone: "Europe/Berlin",
  },
  to: { placeId: null, label: "Bonn, Germany", lat: 50.7344, lng: 7.0955 },
  day: "2026-11-20",
  time: null,
  flexible: false,
  seats: 2,
  walkM: 3000,
};

const filters = {
  instant: true,
  sameGender: false,
  luggage: 2,
  smoking: "no",
  pets: null,
  needs: ["step-free", "wheelchair", "assistance-animal"],
  mark: "01970000-0000-7000-8000-000000000001",
  membersOf: "01970000-0000-7000-8000-000000000002",
  maxContributionMinor: 1500,
} as const;

const toStored = (searched: CompleteSearchCriteria): SavedSearch => {
  const {
    at,
    seats = 1,
    walkM = 0,
    filters: saved = {},
    ...search
  } = toSavedSearch(searched, filters);
  const rest = {
    id: "1",
    name: null,
    status: "active",
    includesNeighbours: null,
    ridesAlerted: 0,
    createdAt: "",
  } as const;
  return { ...search, ...rest, seats, walkM, filters: saved, at: at ?? null };
};

test("a saved search opens with its original criteria", () => {
  for (const searched of [
    criteria,
    { ...criteria, time: "08:30" },
    { ...criteria, flexible: true },
    { ...criteria, day: "2026-10-25" },
  ])
    expect(toSearchCriteria(toStored(searched))).toEqual(searched);
  expect(toFilters(toStored(criteria))).toEqual(filters);
});

test("a saved search for any day opens from today on", () => {
  const anyDay = { ...toStored(criteria), departsAfter: null, departsBefore: null };
  const opened = toSearchCriteria(anyDay, new Date("2026-11-20T12:00:00Z"));
  expect(opened).toEqual({ ...criteria, day: "2026-11-23", time: null, flexible: true });
});
