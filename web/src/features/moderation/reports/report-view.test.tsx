import type { ReportFile } from "@commonlane/contract/report-files";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { createToastList } from "#shared/ui/toasts/toast-list.ts";
import { ToastContext } from "#shared/ui/toasts/Toasts.tsx";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { reportById } from "../moderation.queries.ts";
import { ReportView } from "./ReportView.tsx";

i18n.loadAndActivate({ locale: "en-GB", messages: {} });
setUserTimeZone("Europe/Berlin");

const mallory = {
  uid: "mallory",
  name: "Mallory Grim",
  email: "mallory@example.org",
  suspendedAt: null,
  suspendedUntil: null,
};
const line = (sender_id: string, text: string) => ({
  sender_id,
  text,
  place: null,
  sent_at: "2026-01-01T10:00:00Z",
});
const report: ReportFile = {
  id: "report",
  about: { kind: "person", id: "mallory" },
  reason: "harassment",
  text: null,
  createdAt: "2026-01-01T10:00:00Z",
  person: mallory,
  reporter: null,
  reporters: 1,
  urgent: true,
  firstActionAt: null,
  outcome: null,
  closedAt: null,
  snapshot: { displayName: "Mallory G.", bio: "Pay me" },
  current: { displayName: "Mallory G.", bio: null },
  context: null,
  messagesAfter: [],
  reportsAbout: [],
  reportsBy: [],
  contentRemovals: [],
  actions: [],
  decisions: [],
};

test("shows what changed since the report, and nothing for what did not", () => {
  const text = render(report);
  expect(text).toContain("Bio Pay me Now: none");
  expect(text).toContain("Name Mallory G. Bio");
  expect(render({ ...report, current: null })).toContain("It's no longer there.");
});

test("shows the ride it was started from, then and now", () => {
  const ride = { note: "Bring cash", status: "scheduled" };
  const context = {
    kind: "ride",
    id: "ride",
    snapshot: ride,
    current: { ...ride, status: "cancelled" },
  } as const;
  expect(render({ ...report, context })).toMatch(
    /Reported from this ride Note Bring cash Status Planned Now: Cancelled/,
  );
});

test("shows the terms of a reported ride in words, and none of its fields for machines", () => {
  const ride = {
    origin: { label: "Vaduz" },
    contribution: { amountMinor: 250, currency: "CHF" },
    vehicle: { make: "VW", model: "Golf", colour: "blue", plate: "FL 1", access: ["wheelchair"] },
    luggage: 2,
    preferences: { smoking: "no", talk: "lots" },
    membersOf: { id: "marks", kind: "mark", name: "University" },
    isPublic: true,
    destinationTimeZone: "Europe/Vaduz",
    roadsMissing: true,
    held: false,
  };

  const text = render({ ...report, snapshot: ride, current: ride });

  expect(text).toContain(
    "From Vaduz Contribution 2.50 CHF Vehicle VW Golf, blue, FL 1, Space for a wheelchair " +
      "Luggage A suitcase each Preferences No smoking, Loves to talk " +
      "Only for members of University Shown to visitors Yes",
  );
  expect(text).not.toMatch(/destinationTimeZone|roadsMissing|held|Now:/);
});

test("marks the reported message between those before and after it", () => {
  const file: ReportFile = {
    ...report,
    about: { kind: "message", id: "message" },
    snapshot: { messages: [line("ada", "Hello"), line("mallory", "Pay me")] },
    current: null,
    messagesAfter: [line("ada", "Never")],
  };
  expect(render(file)).toMatch(
    /Hello other person .* Reported message Pay me reported person .* Never other person/,
  );
  expect(render(file)).not.toContain("It's no longer there.");
});

test("suggests one action, says what each does, and shows what was done", () => {
  expect(render(report)).toMatch(
    /Warn Suggested They get a notification and an e-mail with your reason\. Nothing else changes\./,
  );
  const warned = {
    id: "action",
    kind: "warn",
    person: mallory,
    moderator: { ...mallory, uid: "mo", name: "Mo Derator" },
    reportId: "report",
    reason: "Be kind",
    takenAt: "2026-01-01T10:00:00Z",
    state: "undone",
    finalAt: "2026-01-01T10:10:00Z",
    undoneBy: { ...mallory, uid: "max", name: "Max Second" },
    undoneAt: "2026-01-01T10:05:00Z",
  } as const;
  const pending = {
    ...warned,
    id: "pending",
    state: "pending",
    finalAt: "2100-01-01T10:00:00Z",
    undoneBy: null,
  } as const;
  const text = render({ ...report, actions: [pending, warned] });
  expect(text).toMatch(
    /What was done Warning Mallory Grim “ ?Be kind ?”.* Undo Warning Mallory Grim Undone by Max Second/,
  );
  expect(text).toMatch(/Suggested It leaves the list\./);
});

/** The visible text. */
function render(file: ReportFile): string {
  const client = new QueryClient();
  client.setQueryData(reportById(file.id).queryKey, file);
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <ToastContext value={createToastList()}>
          <MemoryRouter initialEntries={[`/${file.id}`]}>
            <Routes>
              <Route path="/:reportId" element={<ReportView />} />
            </Routes>
          </MemoryRouter>
        </ToastContext>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
}
