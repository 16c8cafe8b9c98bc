import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH } from "./limits.ts";
import { cleanText, SuccessReply, Id } from "./shapes.ts";

/** Reasons for a report, in the order of the form. */
export const reportReasons = ["scam", "harassment", "danger", "fake", "spam", "other"] as const;
export const ReportReason = z.enum(reportReasons);
export type ReportReason = z.infer<typeof ReportReason>;

/** Reasons that cannot wait: someone may be harmed or lose money. The only place that decides about urgency. */
const URGENT_REASONS: ReadonlySet<ReportReason> = new Set(["scam", "harassment", "danger"]);

export function isUrgentReason(reason: ReportReason): boolean {
  return URGENT_REASONS.has(reason);
}

/** The reported object and its type. */
export const ReportTarget = z.object({
  kind: z.enum(["person", "ride", "ride-request", "seat-request", "offer", "message", "event"]),
  id: Id,
});
export type ReportTarget = z.infer<typeof ReportTarget>;

/** Where a report was started from. */
export const ReportContext = z.object({
  kind: z.enum(["ride", "conversation"]),
  id: Id,
});
export type ReportContext = z.infer<typeof ReportContext>;

export const NewReport = z.object({
  about: ReportTarget,
  /** Stored as the reporter sees it; ignored if they may not see it or the reported user has no part in it. */
  context: z.nullish(ReportContext),
  reason: ReportReason,
  text: z.nullish(cleanText(NOTE_MAX_LENGTH)),
});
export type NewReport = z.output<typeof NewReport>;

export const reports = {
  /** Stores a snapshot, for messages with the preceding ones. The reported user never learns who reported. */
  create: endpoint({
    summary:
      "Report a user, ride, request, offer, message or event; repeated reports are merged while open",
    method: "POST",
    path: "/reports",
    access: "signed-in",
    idempotent: true,
    body: NewReport,
    reply: SuccessReply,
    status: 201,
    limits: [{ by: "account", count: 20, perS: 3600 }],
    problems: ["not_found", "own_report"],
  }),
};
