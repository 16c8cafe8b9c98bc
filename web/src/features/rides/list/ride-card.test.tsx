import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { RideCard } from "./RideCard.tsx";
import { BONN, KARLSRUHE, testHit, testRide } from "../test-data.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });
setUserTimeZone("Europe/Berlin");

type Card = Partial<ComponentProps<typeof RideCard>> &
  Pick<ComponentProps<typeof RideCard>, "ride">;

/** Texts of a card in reading order, without the name of its link. */
const textsOf = (card: Card) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <RideCard selected={false} onSelect={() => {}} {...card} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )
    .replace(/<h3>.*<\/h3>/, "")
    .replaceAll(/<[^>]*>/g, "\n")
    .replaceAll("&#x27;", "'")
    .replaceAll("\u00A0", " ")
    .split("\n")
    .filter((text) => text.trim() !== "")
    .join(" ");

const segment = { pickup: KARLSRUHE, dropoff: BONN, walkFromM: 0, walkToM: 412, seats: 1 };

test("leads with the seeker's own times, places and walks; the host's route comes last", () => {
  const { ride, match } = testHit("r", { routed: true });
  const day = "2026-11-21";
  expect(textsOf({ ride: { ...ride, routed: true }, match, segment, day })).toBe(
    "09:05 13:40 Karlsruhe 4 h 35 Bonn  · 400 m walk €11 AL Amara L. New 3 seats Host's route: Freiburg im Breisgau 07:45 – Köln 14:25 · +6 min for the host",
  );
});

test("a ride outside a search shows its own times, its day and its free seats", () => {
  const text = textsOf({ ride: testRide("r", { routed: true }) });
  expect(text).toBe(
    "07:45 14:25 Freiburg im Breisgau Sat 21 Nov · 6 h 40 Köln €18 AL Amara L. New Last seat",
  );
});

test("a full ride says so, names the parts with free seats and leads to its waitlist", () => {
  const { ride, match } = testHit("r", { seatsLeft: 0 });
  const text = textsOf({ ride: { ...ride, seatsLeftByLeg: [2, 0] }, match, segment, isFull: true });
  expect(text).toContain("Full");
  expect(text).toContain("Freiburg im Breisgau – Mainz: 2 free Join the waitlist");
  const none = textsOf({ ride: { ...ride, seatsLeftByLeg: [0, 0] }, match, segment, isFull: true });
  expect(none).toContain("No seats on any part");
});

test("a host who drives a longer detour than the seeker rides is said to drive back and forth", () => {
  const { ride, match } = testHit("r", { routed: true });
  const backAndForth = "the host drives back and forth for you";
  const withDetour = (detourM: number) =>
    textsOf({ ride, match: { ...match, distanceM: 3_700, detourM }, segment });
  expect(withDetour(7_700)).toContain(backAndForth);
  expect(withDetour(3_700)).not.toContain(backAndForth);
});
