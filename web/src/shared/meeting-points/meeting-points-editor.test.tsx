import type { MeetingPoint } from "@commonlane/contract/meeting-points";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MeetingPointsEditor } from "./MeetingPointsEditor.tsx";
import { allMeetingPoints, type MeetingPointOwner } from "./meeting-points.queries.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const point = (change: Partial<MeetingPoint>): MeetingPoint => ({
  id: "0",
  owner: "community",
  name: "Mühleholz",
  kind: "parkAndRide",
  lat: 47.15,
  lng: 9.51,
  note: null,
  capacity: null,
  rideId: null,
  createdAt: "2026-01-01T08:00:00Z",
  ...change,
});

function render(owner: MeetingPointOwner, points: readonly MeetingPoint[]): string {
  const queries = new QueryClient();
  queries.setQueryData(allMeetingPoints.queryKey, { items: [...points] });
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <MeetingPointsEditor owner={owner} />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

test("[domain/pickup:own-points] the editor lists the meeting points of its owner only, with kind, note and spaces", () => {
  const points = [
    point({ note: "Beside the shelter", capacity: 40 }),
    point({ id: "1", owner: "host", name: "Bakery", kind: "parking" }),
  ];
  const community = render("community", points);
  expect(community).toContain("Park and ride Mühleholz");
  expect(community).toContain("Beside the shelter · 40 parking spaces");
  expect(community).toContain("Delete Mühleholz");
  expect(community).not.toContain("Bakery");
  expect(render("host", points)).toContain("Car park Bakery");
  expect(render("host", [])).toContain("No meeting points yet");
});
