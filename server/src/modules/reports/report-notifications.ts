import { isUrgentReason, type ReportReason } from "@commonlane/contract/reports";
import { markReportNotificationsRead, notifyWithEmailAt } from "#modules/notifications/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { findModeratorUids } from "./report-statistics.store.ts";

interface NewReport {
  readonly id: string;
  readonly reason: ReportReason;
  readonly reporterUid: string;
  readonly aboutUid: string | null;
}

/** Notifies each moderator once, except the reporter and the reported user. */
export async function notifyModerators(
  ctx: InTransaction,
  { id, reason, reporterUid, aboutUid }: NewReport,
): Promise<void> {
  const moderators = await findModeratorUids(ctx, [aboutUid]);
  const urgent = isUrgentReason(reason);
  const notification = {
    kind: urgent ? "report.urgent" : "report.created",
    cause: id,
    path: `/moderation/reports/${id}`,
    details: { topic: reason },
  } as const;
  const recipients = moderators.filter((uid) => uid !== reporterUid);
  await notifyWithEmailAt(
    ctx,
    urgent ? ctx.now() : nextDigestAt(ctx),
    ...recipients.map((to) => ({
      to,
      ...notification,
    })),
  );
  publishToModerators(ctx, moderators);
}

/** All reports of a period get the same time, so that one e-mail lists them. */
function nextDigestAt({ now, settings }: InTransaction): Date {
  const periodMs = Math.max(1, settings.REPORT_DIGEST_AFTER_S * 1000);
  return new Date(Math.ceil(now().getTime() / periodMs) * periodMs);
}

/** Refreshes the open consoles, except that of the reported user. */
export async function publishReportChanged(
  ctx: InTransaction,
  aboutUid: string | null,
): Promise<void> {
  publishToModerators(ctx, await findModeratorUids(ctx, [aboutUid]));
}

function publishToModerators(ctx: InTransaction, moderators: readonly string[]): void {
  for (const uid of moderators) ctx.publish(`user:${uid}`, { type: "report.changed" });
}

/** No moderator is reminded of a report that another has closed. */
export async function markHandled(ctx: InTransaction, reportId: string): Promise<void> {
  await markReportNotificationsRead(ctx, await findModeratorUids(ctx, []), reportId);
}
