import { MINUTE_MS } from "@commonlane/contract/durations";
import type { FollowedRide } from "@commonlane/contract/trip-safety";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatTime } from "#shared/formatting/format.ts";
import { FollowTripScreen } from "./FollowTripScreen.tsx";
import { followedTrip } from "./trip-safety.queries.ts";

i18n.loadAndActivate({ locale: "en-GB", messages: {} });
setUserTimeZone("Europe/Berlin");
// A browser that draws no maps.
vi.stubGlobal("document", { createElement: () => ({ getContext: () => null }) });

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const time = (minutes: number) => formatTime(inMinutes(minutes), "Europe/Berlin");
const point = { lat: 48, lng: 7.8, eta: inMinutes(60) };
const open: FollowedRide = {
  state: "open",
  sharer: "Jonas W.",
  host: "Amara O.",
  sharerHosts: false,
  vehicle: { make: "VW", model: "ID.3", colour: "red", plate: "FR X 1" },
  points: [
    { ...point, label: "Freiburg, Germany" },
    { ...point, label: "Köln, Germany" },
  ],
  polyline: "",
  departsAt: inMinutes(-30),
  routed: true,
  timeZone: "Europe/Berlin",
  status: "departed",
  position: { lat: 48, lng: 7.8, at: inMinutes(-1) },
  startsAt: inMinutes(-30),
  arrivesAt: inMinutes(60),
  endsAt: inMinutes(180),
};

test("leads with the arrival: before the start, on the way, late, arrived, cancelled, ended", () => {
  expect(render({ ...open, startsAt: inMinutes(5) })).toMatch(
    `<h1> Starts about ${time(5)} Jonas W. is riding to Köln with Amara O. Arrives about ${time(60)}`,
  );
  const text = render(open);
  expect(text).toMatch(`<h1> Arrives about ${time(60)} Jonas W. is riding to Köln with Amara O.`);
  expect(text).toMatch(/Driver Amara O\. Vehicle red VW ID\.3 Number plate FR X 1/);
  expect(render({ ...open, arrivesAt: inMinutes(-20) })).toMatch(
    `<h1> Was due about ${time(-20)} Jonas W. is riding to Köln with Amara O. Jonas W. hasn't confirmed the arrival yet.`,
  );
  const arrived = { state: "arrived", sharer: "Jonas W.", arrivedAt: inMinutes(-2) } as const;
  expect(render(arrived)).toMatch(`<h1> Jonas W. has arrived Confirmed at ${time(-2)}.`);
  expect(render({ state: "cancelled" })).toMatch("<h1> The ride was cancelled");
  const early = { state: "early", opensAt: inMinutes(90) } as const;
  expect(render(early)).toMatch("<h1> The ride hasn't started");
  const trip = { sharer: "Jonas W.", to: "Köln, Germany", startsAt: inMinutes(150) };
  expect(render({ ...early, trip: { ...trip, timeZone: "Europe/Berlin" } })).toMatch(
    `<h1> Jonas W. travels to Köln`,
  );
  expect(render(undefined)).toMatch("<h1> This link no longer works");
});

test("says calmly that no position comes", () => {
  expect(render(open)).toContain(`Position at ${time(-1)}`);
  const silent = { lat: 48, lng: 7.8, at: inMinutes(-12) };
  expect(render({ ...open, position: silent })).toContain(
    `No position for 12 minutes, the last one is from ${time(-12)}. That's often just a weak signal or a locked screen.`,
  );
  expect(render({ ...open, position: null })).toContain("Jonas W. isn't sharing their position.");
});

/** The visible text, with marked headings. Without a ride, the link has no token. */
function render(ride: FollowedRide | undefined): string {
  const client = new QueryClient();
  const token = ride ? "A".repeat(43) : "";
  if (ride) client.setQueryData(followedTrip(token).queryKey, ride);
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/follow#${token}`]}>
          <FollowTripScreen />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return html
    .replaceAll(/<h1[^>]*>/g, "[h1]")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("[h1]", "<h1> ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
}
