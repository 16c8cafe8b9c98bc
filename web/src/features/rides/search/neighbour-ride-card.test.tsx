import type { NeighbourRide } from "@commonlane/contract/neighbours";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NeighbourNotes } from "./NeighbourNotes.tsx";
import { NeighbourRideCard } from "./NeighbourRideCard.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

const neighbour = {
  id: "01a1fb9c-97b4-704a-9727-71e55b593734",
  name: "Town Rides",
  host: "rides.town.example",
  logoUrl: null,
};
const ride: NeighbourRide = {
  id: "n1",
  neighbour,
  url: "https://rides.town.example/rides/1?from=48.01,7.85&to=50.94,6.96",
  pickup: { label: "Freiburg", lat: 48.01, lng: 7.85 },
  dropoff: { label: "Köln", lat: 50.94, lng: 6.96 },
  pickupAt: "2026-01-02T06:45:00.000Z",
  dropoffAt: "2026-01-02T10:45:00.000Z",
  timeZone: "Europe/Berlin",
  walkFromM: 400,
  walkToM: 0,
  walkFromS: 300,
  walkToS: 0,
  seatsLeft: 2,
  price: { kind: "free" },
  driverName: "Amara",
  order: 1,
};

const render = (element: ReactNode) =>
  renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>);

test("[domain/neighbours:shown] a ride of a neighbour says whose it is and where it opens, and hands nothing to that page", () => {
  const html = render(<NeighbourRideCard ride={ride} day="2026-01-02" />);
  const text = html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  for (const part of ["Town Rides · Amara", "opens at rides.town.example", "Freiburg", "Köln"])
    expect(text).toContain(part);
  expect(html).toContain('rel="noopener noreferrer"');
  expect(html).toContain("https://rides.town.example/rides/1?from=");
});

test("what a neighbour does not say is left out", () => {
  const html = render(
    <NeighbourRideCard
      ride={{ ...ride, seatsLeft: null, price: { kind: "unknown" }, driverName: null }}
      day="2026-01-02"
    />,
  );
  expect(html).not.toMatch(/Free|seats|Amara/);
});

test("a neighbour that did not answer is named", () => {
  const html = render(
    <NeighbourNotes
      results={{ rides: [], isAsking: false, isAsked: true, unreachable: [neighbour] }}
    />,
  );
  expect(html).toContain("Town Rides couldn&#x27;t be reached.");
});
