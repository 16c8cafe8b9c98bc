import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rideCountsByDay } from "../rides.queries.ts";
import { DayStrip } from "./DayStrip.tsx";
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

/** The spoken counts of the days from 2 January 2026. */
function countsOf(neighbourRides: ComponentProps<typeof DayStrip>["neighbourRides"]): string[] {
  const queries = new QueryClient();
  const items = ["2026-01-02", "2026-01-03"].map((date) => ({
    date,
    departsAfter: `${date}T00:00:00.000Z`,
    departsBefore: `${date}T23:59:59.000Z`,
    count: 0,
    full: 0,
    more: false,
  }));
  const { queryKey } = rideCountsByDay(toDaysQuery(criteria, filters, 6));
  queries.setQueryData(queryKey, { items, nextCursor: null });
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <DayStrip
          criteria={criteria}
          filters={filters}
          neighbourRides={neighbourRides}
          onDayChange={() => {}}
        />
      </QueryClientProvider>
    </I18nProvider>,
  );
  return Array.from(html.matchAll(/>(\d+ rides?)</g), ([, count = ""]) => count);
}

test("a day counts the listed rides of neighbouring communities", () => {
  const ride = {
    // Already the third in the time zone of the ride.
    pickupAt: "2026-01-02T23:30:00.000Z",
    timeZone: "Europe/Berlin",
  };
  expect(countsOf([])).toEqual(["0 rides", "0 rides"]);
  expect(countsOf([ride])).toEqual(["0 rides", "1 ride"]);
});
