import type { ModeratorAction } from "@commonlane/contract/moderator-actions";
import { expect, test } from "vitest";
import { suggestAction } from "./ReportActions.tsx";

type Report = Parameters<typeof suggestAction>[0];

const person = {
  uid: "p",
  name: "Mallory Grim",
  email: "m@example.org",
  suspendedAt: null,
  suspendedUntil: null,
};
const report: Report = {
  id: "r",
  reason: "other",
  closedAt: null,
  actions: [],
  reportsAbout: [],
  person,
};
const action: ModeratorAction = {
  id: "a",
  kind: "warn",
  person,
  moderator: null,
  reportId: null,
  reason: "Be kind",
  takenAt: "2026-01-01T08:00:00Z",
  state: "final",
  finalAt: "2026-01-01T08:10:00Z",
  undoneBy: null,
  undoneAt: null,
};

test.each([
  [{ reason: "scam" }, false, "suspend"],
  [{ reason: "danger" }, false, "suspend"],
  [{ reason: "harassment" }, false, "warn"],
  [{ reason: "fake" }, true, "hide"],
  [{ reason: "spam" }, false, "warn"],
  [{ reason: "other" }, true, undefined],
  [{ reason: "scam", person: { ...person, suspendedAt: "2026-01-01T08:00:00Z" } }, false, "close"],
  [{ reason: "scam", person: null }, false, "close"],
  [{ reason: "scam", closedAt: "2026-01-01T08:00:00Z" }, false, undefined],
  // Warned before: next is a suspension, unless the warning was undone.
  [{ reason: "harassment", actions: [action] }, false, "suspend"],
  [{ reason: "harassment", actions: [{ ...action, state: "undone" }] }, false, "warn"],
  // Something was done about this very report.
  [{ reason: "scam", actions: [{ ...action, reportId: "r" }] }, true, "close"],
] satisfies [Partial<Report>, boolean, string | undefined][])(
  "%o suggests %s, %s",
  (given, canHide, expected) => {
    expect(suggestAction({ ...report, ...given }, canHide)).toBe(expected);
  },
);
