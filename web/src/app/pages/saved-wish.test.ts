import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { expect, test } from "vitest";
import type { WholeWish } from "#features/rides/search-url.ts";
import { filtersOf, lookedFor, wishOf } from "./saved-wish.ts";

const wish: WholeWish = {
  from: { label: "Karlsruhe, Germany", lat: 49.0094, lng: 8.4044, timeZone: "Europe/Berlin" },
  to: { label: "Bonn, Germany", lat: 50.7344, lng: 7.0955 },
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
  mostMinor: 1500,
} as const;

const saved = (looked: WholeWish): SavedSearch => {
  const { at, seats = 1, walkM = 0, wishes = {}, ...search } = lookedFor(looked, filters);
  const rest = { id: "1", name: null, status: "active", ridesTold: 0, createdAt: "" } as const;
  return { ...search, ...rest, seats, walkM, wishes, at: at ?? null };
};

test("a saved search is opened as it was looked for", () => {
  for (const looked of [wish, { ...wish, time: "08:30" }, { ...wish, flexible: true }, { ...wish, day: "2026-10-25" }])
    expect(wishOf(saved(looked))).toEqual(looked);
  expect(filtersOf(saved(wish))).toEqual(filters);
});

test("one for any day is opened for the days from now on", () => {
  const anyDay = { ...saved(wish), departsAfter: null, departsBefore: null };
  const opened = wishOf(anyDay, new Date("2026-11-20T12:00:00Z"));
  expect(opened).toEqual({ ...wish, day: "2026-11-23", time: null, flexible: true });
});
