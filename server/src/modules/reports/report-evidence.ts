import { DAY_MS } from "@commonlane/contract/durations";
import { ReportContext, type ReportTarget } from "@commonlane/contract/reports";
import { z } from "zod";
import { findMessagesAfter } from "#modules/chat/index.ts";
import type { Context } from "#platform/context.ts";
import type { ReportRow } from "./reports.store.ts";
import { type Snapshot, takeSnapshot, toReportedMessage } from "./snapshots.ts";

const StoredContext = z.object({
  ...ReportContext.shape,
  snapshot: z.record(z.string(), z.unknown()),
});
const AFTER_MS = DAY_MS;

/** What belongs to a report, besides its own row: the same records now, as the reporter sees them. */
export async function readReportEvidence(ctx: Context, row: ReportRow) {
  const { reporter_id, subject_kind, subject_id, created_at, closed_at, context } = row;
  const now = async (target: ReportTarget): Promise<Snapshot | null> =>
    reporter_id === null || target.kind === "message"
      ? null
      : ((await takeSnapshot(ctx, target, reporter_id))?.snapshot ?? null);
  const stored = context === null ? undefined : StoredContext.safeParse(context).data;
  // What is said after the matter is closed, or a day later, does not belong to the report.
  const until = new Date(
    Math.min(created_at.getTime() + AFTER_MS, closed_at?.getTime() ?? Infinity),
  );
  const after = subject_kind === "message" ? await findMessagesAfter(ctx, subject_id, until) : [];
  return {
    current: await now({
      kind: subject_kind,
      id: subject_id,
    }),
    context: stored
      ? {
          ...stored,
          current:
            stored.kind === "ride"
              ? await now({
                  kind: "ride",
                  id: stored.id,
                })
              : null,
        }
      : null,
    messagesAfter: after.map(toReportedMessage).map(({ sent_at, ...line }) => ({
      ...line,
      sent_at: sent_at.toISOString(),
    })),
  };
}
export type ReportEvidence = Awaited<ReturnType<typeof readReportEvidence>>;
