import {
  type ReportFile,
  type ReportSummary,
  ReportSummary as Head,
} from "@commonlane/contract/report-files";
import { isUrgentReason } from "@commonlane/contract/reports";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { isSecondFactorMissing } from "#modules/accounts/second-factor/index.ts";
import {
  closeReport,
  countOpenReports,
  findReport,
  findReportsAbout,
  findReportsBy,
  findReportsPage,
  findReportStatistics,
  markHandled,
  readReportEvidence,
  type ReportRow,
} from "#modules/reports/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { findDecisionsAbout } from "./audit-log.store.ts";
import { viewAuditEntries } from "./audit-log.ts";
import { viewRemovals } from "./content-removals.view.ts";
import { findRemovalsAbout } from "./content-removals.store.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import { alreadyDoneProblem, recordAction, viewActions } from "./moderator-actions.ts";
import { findActionsAbout } from "./moderator-actions.store.ts";
import { findRole } from "./moderators.store.ts";

const SHOWN_MAX = 20;
const Position = z.object({
  id: z.uuid(),
  isUrgent: z.boolean(),
});

export async function listReports(
  ctx: Context,
  viewer: Caller,
  { state, limit, cursor }: PageQuery & { readonly state: "open" | "closed" },
) {
  const after = decodeCursor(Position, cursor);
  const rows = await findReportsPage(ctx, {
    state,
    limit: limit + 1,
    after,
    viewerUid: viewer.uid,
  });
  const { items, nextCursor } = paginate(rows, limit, ({ id, reason }) => ({
    id,
    isUrgent: isUrgentReason(Head.shape.reason.parse(reason)),
  }));
  return {
    items: await viewReports(ctx, items),
    nextCursor,
  };
}

/** A report with its evidence. Throws not_found, also for a report about the viewer. */
export async function showReport(ctx: Context, viewer: Caller, id: string): Promise<ReportFile> {
  const row = await getReport(ctx, viewer.uid, id);
  const { subject_id, subject_uid, snapshot } = row;
  const ofSubject = (await findRemovalsAbout(ctx, subject_id, SHOWN_MAX)).filter(
    ({ ended_at }) => ended_at === null,
  );
  const ofOwner =
    subject_uid === null || subject_uid === subject_id
      ? []
      : await findRemovalsAbout(ctx, subject_uid, SHOWN_MAX);
  const profileRemovals = ofOwner.filter(
    ({ ended_at, kind }) => ended_at === null && (kind === "bio" || kind === "photo"),
  );
  const others = {
    viewerUid: viewer.uid,
    limit: SHOWN_MAX,
    exceptId: id,
  };
  const ids = [id, subject_id, ...(subject_uid === null ? [] : [subject_uid])];
  const actions = await findActionsAbout(ctx, ids, SHOWN_MAX);
  return {
    ...(await viewReport(ctx, row)),
    snapshot,
    ...(await readReportEvidence(ctx, row)),
    reportsAbout:
      subject_uid === null
        ? []
        : await viewReports(
            ctx,
            await findReportsAbout(ctx, {
              id: subject_uid,
              ...others,
            }),
          ),
    reportsBy:
      subject_uid === null
        ? []
        : await viewReports(
            ctx,
            await findReportsBy(ctx, {
              id: subject_uid,
              ...others,
            }),
          ),
    contentRemovals: await viewRemovals(ctx, [...ofSubject, ...profileRemovals]),
    actions: await viewActions(ctx, actions),
    decisions: await viewAuditEntries(
      ctx,
      await findDecisionsAbout(ctx, [...ids, ...actions.map(({ id }) => id)], SHOWN_MAX),
    ),
  };
}

/** Closes a report. The reporter learns that it was reviewed when the action can no longer be undone. */
export function resolveReport(
  ctx: Context,
  moderator: Caller,
  id: string,
  outcome: string,
): Promise<ReportSummary> {
  return transaction(ctx, async (ctx) => {
    const before = await getReport(ctx, moderator.uid, id);
    if (!(await closeReport(ctx, id, outcome)))
      throw await alreadyDoneProblem(
        ctx,
        id,
        await viewReport(ctx, await getReport(ctx, moderator.uid, id)),
      );
    await markHandled(ctx, id);
    const action = {
      kind: "resolve",
      subjectId: id,
      personUid: before.subject_uid,
      reason: outcome,
    } as const;
    await recordAction(ctx, moderator, {
      ...action,
      reportId: id,
    });
    return viewReport(ctx, await getReport(ctx, moderator.uid, id));
  });
}

/**
 * Whether a user is a moderator or administrator, with the numbers for the badge; 0 while their second factor is
 * missing, because it opens everything else, too.
 */
export async function readRole(ctx: Context, caller: Caller) {
  const role = await findRole(ctx, caller.uid);
  const secondFactorMissing = role !== undefined && (await isSecondFactorMissing(ctx, caller));
  const rights = {
    moderator: role !== undefined,
    administrator: role === "administrator",
    secondFactorMissing,
  };
  if (!role || secondFactorMissing)
    return {
      ...rights,
      openReports: 0,
      urgentReports: 0,
    };
  return {
    ...rights,
    ...(await countOpenReports(ctx, caller.uid)),
  };
}

export function readReportStatistics(ctx: Context, viewer: Caller, weeks: number) {
  return findReportStatistics(ctx, {
    weeks,
    viewerUid: viewer.uid,
  });
}

/** Moderators do not see reports about themselves. */
async function getReport(ctx: Context, viewerUid: string, id: string): Promise<ReportRow> {
  const row = await findReport(ctx, id);
  if (!row || row.subject_uid === viewerUid) throw new Problem("not_found");
  return row;
}

async function viewReport(ctx: Context, row: ReportRow): Promise<ReportSummary> {
  const [report] = await viewReports(ctx, [row]);
  if (!report) throw new Error("The report has no view.");
  return report;
}

export async function viewReports(
  ctx: Context,
  rows: readonly ReportRow[],
): Promise<ReportSummary[]> {
  const people = await findModeratedPeople(
    ctx,
    rows.flatMap(({ subject_uid, reporter_id }) =>
      [subject_uid, reporter_id].filter((uid) => uid !== null),
    ),
  );
  const personOf = (uid: string | null) => (uid === null ? undefined : people.get(uid)) ?? null;
  return rows.map((row) => ({
    id: row.id,
    about: {
      kind: row.subject_kind,
      id: row.subject_id,
    },
    reason: Head.shape.reason.parse(row.reason),
    text: row.text,
    createdAt: row.created_at.toISOString(),
    person: personOf(row.subject_uid),
    reporter: personOf(row.reporter_id),
    reporters: row.reporters,
    urgent: isUrgentReason(Head.shape.reason.parse(row.reason)),
    firstActionAt: (row.first_action_at ?? row.closed_at)?.toISOString() ?? null,
    outcome: row.outcome,
    closedAt: row.closed_at?.toISOString() ?? null,
  }));
}
