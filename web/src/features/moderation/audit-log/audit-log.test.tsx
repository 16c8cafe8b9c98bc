import { endpointGroups } from "@commonlane/contract/all";
import type { AuditLogEntry } from "@commonlane/contract/report-files";
import { expect, test } from "vitest";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { AuditLogRow } from "./AuditLog.tsx";

const entry = (call: string, details: AuditLogEntry["details"] = {}): AuditLogEntry => ({
  id: "a1",
  at: "2026-11-27T03:00:00.000Z",
  moderator: null,
  call,
  aboutId: null,
  details,
});

const calls = Object.entries(endpointGroups).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, { access }]) =>
    access === "moderator" || access === "administrator" ? [`${group}.${name}`] : [],
  ),
);

test("every call of a moderator or an administrator has a name in the log", async () => {
  expect(calls.length).toBeGreaterThan(40);
  const unnamed: string[] = [];
  for (const call of calls)
    if ((await renderScreen(<AuditLogRow act={entry(call)} />, "/")).includes(call))
      unnamed.push(call);
  expect(unnamed).toEqual([]);
});

test("values of a fixed set are in words", async () => {
  const html = await renderScreen(
    <AuditLogRow act={entry("moderation.reports", { state: "open" })} />,
    "/",
  );
  expect(html).toContain("filter: Open");
});
