import type { ReportSummary } from "@commonlane/contract/report-files";
import { expect, test } from "vitest";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

test("open reports begin with the urgent ones, on all pages; resolved ones with the latest", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const ada = await app.createUser();
  for (const reason of ["other", "spam", "danger", "fake", "scam"]) {
    const about = { kind: "person", id: (await app.createUser()).uid };
    await app.call("POST", "/reports", { as: ada, body: { about, reason } });
  }
  const readPages = async (state: "open" | "closed") => {
    const reports: ReportSummary[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = { state, limit: 2, ...(cursor && { cursor }) };
      const page: { items: ReportSummary[]; nextCursor: string | null } = (
        await app.call<{ items: ReportSummary[]; nextCursor: string | null }>(
          "GET",
          "/moderation/reports",
          {
            as: mo,
            query,
          },
        )
      ).body;
      reports.push(...page.items);
      cursor = page.nextCursor;
    }
    return reports;
  };
  const open = await readPages("open");
  expect(open.map(({ reason }) => reason)).toEqual(["danger", "scam", "other", "spam", "fake"]);
  for (const { id } of open)
    await app.call("POST", `/moderation/reports/${id}/resolve`, {
      as: mo,
      body: { outcome: "Seen" },
    });
  const closed = await readPages("closed");
  expect(closed.map(({ reason }) => reason)).toEqual(["scam", "fake", "danger", "spam", "other"]);
});
