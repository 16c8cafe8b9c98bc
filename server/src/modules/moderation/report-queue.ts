import { type ReportSummary, ReportSummary as Head } from "@commonlane/contract/moderation";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { notify } from "#modules/notifications/index.ts";
import { closeReport, findReport, findReportsPage, type ReportRow } from "#modules/reports/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import { Problem } from "#platform/http/problem.ts";
import { findDecisionsAbout } from "./audit-log.store.ts";
import { viewAuditEntries } from "./audit-log.ts";
import { viewRemovals } from "./content-removals.view.ts";
import { findRemovalsAbout } from "./content-removals.store.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";

const SHOWN_MAX = 20;

export async function listReports(ctx: Context, query: PageQuery & { readonly state: "open" | "closed" }) {
  const { state, limit, cursor } = query;
  const rows = await findReportsPage(ctx, { state, limit: limit + 1, afterId: decodeCursor(z.uuid(), cursor) });
  const { items: shown, nextCursor } = paginate(rows, limit, (last) => last.id);
  return { items: await viewReports(ctx, shown), nextCursor };
}

export async function showReport(ctx: Context, id: string) {
  const row = await findReport(ctx, id);
  if (!row) throw new Problem("not_found");
  const { about_id, about_uid, snapshot } = row;
  const ofSubject = (await findRemovalsAbout(ctx, about_id, SHOWN_MAX)).filter(({ ended_at }) => ended_at === null);
  const ofOwner =
    about_uid === null || about_uid === about_id ? [] : await findRemovalsAbout(ctx, about_uid, SHOWN_MAX);
  const profileRemovals = ofOwner.filter(
    ({ ended_at, kind }) => ended_at === null && (kind === "bio" || kind === "photo"),
  );
  return {
    ...(await viewReport(ctx, row)),
    snapshot,
    contentRemovals: await viewRemovals(ctx, [...ofSubject, ...profileRemovals]),
    decisions: await viewAuditEntries(
      ctx,
      await findDecisionsAbout(ctx, [id, about_id, about_uid ?? about_id], SHOWN_MAX),
    ),
  };
}

/** Closes a report and notifies the reporter that it was reviewed. */
export function resolveReport(ctx: Context, id: string, outcome: string): Promise<ReportSummary> {
  return transaction(ctx, async (ctx) => {
    const closed = await closeReport(ctx, id, outcome);
    const row = await findReport(ctx, id);
    if (!row) throw new Problem("not_found");
    if (!closed) throw new Problem("status_already_set", { current: await viewReport(ctx, row) });
    const about = { kind: "report.closed", cause: id, path: "/notifications", details: {} } as const;
    if (row.reporter_id !== null) await notify(ctx, { to: row.reporter_id, ...about });
    return viewReport(ctx, row);
  });
}

async function viewReport(ctx: Context, row: ReportRow): Promise<ReportSummary> {
  const [report] = await viewReports(ctx, [row]);
  if (!report) throw new Error("The report has no view.");
  return report;
}

export async function viewReports(ctx: Context, rows: readonly ReportRow[]): Promise<ReportSummary[]> {
  const people = await findModeratedPeople(
    ctx,
    rows.flatMap(({ about_uid, reporter_id }) => [about_uid, reporter_id].filter((uid) => uid !== null)),
  );
  const personOf = (uid: string | null) => (uid === null ? undefined : people.get(uid)) ?? null;
  return rows.map((row) => ({
    id: row.id,
    about: { kind: row.about_kind, id: row.about_id },
    reason: Head.shape.reason.parse(row.reason),
    text: row.text,
    createdAt: row.created_at.toISOString(),
    person: personOf(row.about_uid),
    reporter: personOf(row.reporter_id),
    reporters: row.reporters,
    outcome: row.outcome,
    closedAt: row.closed_at?.toISOString() ?? null,
  }));
}
