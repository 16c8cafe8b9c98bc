import type { NewReport } from "@commonlane/contract/reports";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { notifyModerators } from "./report-notifications.ts";
import { deleteClosedReports, insertReport } from "./reports.store.ts";
import { takeContextSnapshot, takeSnapshot } from "./snapshots.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";

/**
 * Stores a report with a snapshot of its subject and of where it was started from, and notifies the moderators. A
 * repeated report does nothing.
 */
export function createReport(
  ctx: Context,
  reporter: Caller,
  { about, context, reason, text }: NewReport,
) {
  return transaction(ctx, async (ctx) => {
    const content = await takeSnapshot(ctx, about, reporter.uid);
    if (!content) throw new Problem("not_found");
    const { aboutUid, snapshot } = content;
    if (aboutUid === reporter.uid) throw new Problem("own_report");
    const from =
      context && aboutUid !== null
        ? {
            context,
            reporterUid: reporter.uid,
            aboutUid,
          }
        : undefined;
    const started = from && (await takeContextSnapshot(ctx, from));
    const id = await insertReport(ctx, {
      reporterUid: reporter.uid,
      about,
      aboutUid,
      reason,
      text: text || null,
      snapshot,
      context:
        context && started
          ? {
              ...context,
              snapshot: started,
            }
          : null,
    });
    if (id !== undefined)
      await notifyModerators(ctx, {
        id,
        reason,
        reporterUid: reporter.uid,
        aboutUid,
      });
    return { success: true };
  });
}

export const reportSweeps: readonly Sweep[] = [
  {
    name: "report.forgotten",
    everyS: 3600,
    run: deleteClosedReports,
  },
];
