import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rideCountsByDay } from "../rides.queries.ts";
import { DayStrip, type NeighbourDays } from "./DayStrip.tsx";
import { readView } from "./result-view.ts";
import { toDaysQuery } from "./search-window.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-01-02T06:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const town = { label: "Freiburg", lat: 48.01, lng: 7.85, placeId: null, timeZone: "Europe/Berlin" };
const criteria = {
  from: town,
  to: { ...town, label: "Köln", lat: 50.94, lng: 6.96 },
  day: "2026-01-03",
  time: null,
  flexible: false,
  seats: 1,
  walkM: 1000,
};
const { filters } = readView(new URLSearchParams());

/** The spoken counts of 2 and 3 January 2026, the day of the search; "" without one. */
function countsOf(answer: Partial<NeighbourDays>, time: string | null = null): string[] {
  const search = { ...criteria, time };
  const neighbours = { rides: [], isAsking: false, isAsked: false, unreachable: [], ...answer };

  const queries = new QueryClient();
  const items = ["2026-01-02", "2026-01-03"].map((date) => ({
    date,
    departsAfter: `${date}T00:00:00.000Z`,
    departsBefore: `${date}T23:59:59.000Z`,
    count: 0,
    full: 0,
    more: false,
  }));
  const { queryKey } = rideCountsByDay(toDaysQuery(search, filters, 6));
  queries.setQueryData(queryKey, { items, nextCursor: null });
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <DayStrip
          criteria={search}
          filters={filters}
          neighbours={neighbours}
          onDayChange={() => {}}
        />
      </QueryClientProvider>
    </I18nProvider>,
  );
  const days = html.split("<li").slice(1, 1 + items.length);
  return days.map((day) => />(\d+ rides?)</.exec(day)?.[1] ?? "");
}

test("[domain/neighbours:days] a day counts rides of neighbouring communities, and is empty only if they have none", () => {
  const ride = {
    // Already the third in the time zone of the ride.
    pickupAt: "2026-01-02T23:30:00.000Z",
    timeZone: "Europe/Berlin",
  };
  expect(countsOf({}), "no neighbours").toEqual(["0 rides", "0 rides"]);
  expect(countsOf({ isAsked: true, rides: [ride] }), "one ride").toEqual(["", "1 ride"]);
  expect(countsOf({ isAsked: true }), "none on the day searched").toEqual(["", "0 rides"]);
  expect(countsOf({ isAsked: true }, "08:00"), "asked for four hours").toEqual(["", ""]);
  expect(countsOf({ isAsking: true }), "still asked").toEqual(["", ""]);
  const unreachable = [{ id: "1", name: "Town Rides", host: "town.example", logoUrl: null }];
  expect(countsOf({ isAsked: true, unreachable }), "not reached").toEqual(["", ""]);
});
