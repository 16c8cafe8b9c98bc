import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import type { RideCaseFile } from "@commonlane/contract/moderation";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { rideCaseFile } from "../moderation.queries.ts";
import { RideView } from "./RideView.tsx";

i18n.loadAndActivate({ locale: "en-GB", messages: {} });
setUserTimeZone("Pacific/Auckland");

test("shows moderators the seats of each request and its time in their own time zone", () => {
  const html = renderRide(caseFileWith([1, 2]));
  expect(html.match(/(?<=>)\d seats?(?=<)/g)).toEqual(["1 seat", "2 seats"]);
  expect(html).toContain(">4 Jan 2026, 00:30<");
});

function renderRide(file: RideCaseFile): string {
  const client = new QueryClient();
  client.setQueryData(rideCaseFile(file.ride.id).queryKey, file);
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/${file.ride.id}`]}>
          <Routes>
            <Route path="/:rideId" element={<RideView />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

const HOST: ModeratedPerson = {
  uid: "host",
  name: "Bob Host",
  email: "bob@example.org",
  suspendedAt: null,
  suspendedUntil: null,
};

const caseFileWith = (seats: readonly number[]): RideCaseFile => ({
  ride: {
    id: "ride",
    fromLabel: "Freiburg",
    toLabel: "Köln",
    departsAt: "2026-01-03T11:30:00.000Z",
    timeZone: "Europe/Berlin",
    status: "scheduled",
  },
  host: HOST,
  points: [],
  seatsTotal: 3,
  note: null,
  vehicle: null,
  createdAt: "2026-01-01T10:00:00.000Z",
  requests: seats.map((count) => ({
    id: `for-${count}`,
    seeker: { ...HOST, uid: "seeker", name: "Ada Seeker" },
    seats: count,
    status: "pending",
    message: null,
    reason: null,
    createdAt: "2026-01-02T10:00:00.000Z",
    endedAt: null,
  })),
  contentRemovals: [],
  reports: [],
  ratings: [],
  auditLog: [],
});
