import type { ChangedSearch, NextBest } from "@commonlane/contract/ride-search";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NearbySearches, SameWaySearches } from "./NextBestSearches.tsx";
import { leaveOut, NO_FILTERS } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const criteria: CompleteSearchCriteria = {
  from: { label: "Freiburg", lat: 48, lng: 7.85, timeZone: "Europe/Berlin" },
  to: { label: "Köln", lat: 50.94, lng: 6.96 },
  day: "2026-01-02",
  time: "08:00",
  flexible: false,
  seats: 4,
  walkM: 1000,
};
const changed: ChangedSearch = {
  places: null,
  date: null,
  timeZone: "Europe/Berlin",
  departsAfter: "2026-01-01T23:00:00Z",
  departsBefore: "2026-01-02T22:59:59Z",
  seats: 4,
  without: [],
  count: 2,
  more: false,
};

const textOf = (nextBest: NextBest) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      {[SameWaySearches, NearbySearches].map((Searches) => (
        <Searches
          key={Searches.name}
          nextBest={nextBest}
          criteria={criteria}
          filters={NO_FILTERS}
          onSearch={() => {}}
        />
      ))}
    </I18nProvider>,
  )
    .replaceAll(/<[^>]*>/g, "|")
    .replaceAll(/\|+/g, "|");

test("[domain/matching:next-best] says what each search changes and how many rides it finds, and how long it takes on foot", () => {
  const text = textOf({
    walk: { distanceM: 1300, durationS: 1000 },
    searches: [
      { ...changed, without: ["luggage", "pets"] },
      { ...changed, seats: 2, count: 1 },
      { ...changed, date: "2026-01-02" },
      { ...changed, date: "2026-01-05" },
      {
        ...changed,
        date: "2026-01-02",
        places: { origin: { ...criteria.from, label: "Emmendingen" }, destination: criteria.to },
      },
    ],
  });
  expect(text).toBe(
    "|On foot it takes 17 min (1.3 km).|With another choice|without Luggage and Pets · 2 rides|2 seats · 1 ride|Any time · 2 rides|Rides on other days|Mon 5 Jan · 2 rides|Rides nearby, or part of the way|Emmendingen – Köln · Fri 2 Jan · 2 rides|",
  );
});

test("[domain/matching:next-best] leaves out filters by their names in a query", () => {
  const filters = {
    ...NO_FILTERS,
    instant: true,
    luggage: 2,
    needs: ["wheelchair", "step-free"],
  } as const;
  expect(leaveOut(filters, ["luggage", "wheelchair"])).toEqual({
    ...NO_FILTERS,
    instant: true,
    needs: ["step-free"],
  });
});
