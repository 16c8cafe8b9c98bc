import * as z from "zod/mini";
import { ModeratorAction } from "./moderator-actions.ts";
import { ContentRemoval, ModeratedPerson } from "./moderation-shapes.ts";
import { ReportContext, ReportReason, ReportTarget } from "./reports.ts";
import { Id, withDefault } from "./shapes.ts";

/** A report in the list, open or closed. */
export const ReportSummary = z.object({
  id: Id,
  about: ReportTarget,
  reason: ReportReason,
  text: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** The user responsible for the reported content, and the reporter; null if the account was deleted. */
  person: z.nullable(ModeratedPerson),
  reporter: z.nullable(ModeratedPerson),
  /** Number of users who reported the same user. */
  reporters: z.int(),
  urgent: z.boolean(),
  /** When a moderator first acted on it. */
  firstActionAt: z.nullable(z.iso.datetime()),
  outcome: z.nullable(z.string()),
  closedAt: z.nullable(z.iso.datetime()),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

/** A moderator action, including views; `moderator` is null for the command line and for scheduled jobs. */
export const AuditLogEntry = z.object({
  id: Id,
  at: z.iso.datetime(),
  moderator: z.nullable(ModeratedPerson),
  /** Name of the endpoint, such as `moderation.suspend`. */
  call: z.string(),
  /** Subject of the action, if it has one. */
  aboutId: z.nullable(Id),
  /** Input of the action. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;

const Snapshot = z.record(z.string(), z.unknown());

/** A message before or after a reported one; null once its sender deleted their account. */
const ReportedMessage = z.object({
  sender_id: z.nullable(Id),
  text: z.nullable(z.string()),
  place: z.unknown(),
  sent_at: z.iso.datetime(),
});

/** A report with its evidence. */
export const ReportFile = z.extend(ReportSummary, {
  /** The reported content as it was, as the reporter saw it. */
  snapshot: Snapshot,
  /** The same now; null if it is gone, or for messages, which do not change. */
  current: z.nullable(Snapshot),
  /** The ride or conversation that the report was started from, then and now. */
  context: z.nullable(
    z.extend(ReportContext, {
      snapshot: Snapshot,
      current: z.nullable(Snapshot),
    }),
  ),
  /** Messages after the reported one: at most ten, within a day of the report and while it was open. */
  messagesAfter: z.array(ReportedMessage),
  /** Other reports about the same user, and reports by that user, newest first. */
  reportsAbout: z.array(ReportSummary),
  reportsBy: z.array(ReportSummary),
  /** Current removals of the reported content, and of other content of the same user. */
  contentRemovals: z.array(ContentRemoval),
  /** What was done about the report or the user, newest first. */
  actions: z.array(ModeratorAction),
  /** Earlier moderator actions on the user or the report, newest first, without views. */
  decisions: withDefault(z.array(AuditLogEntry), []),
});
export type ReportFile = z.infer<typeof ReportFile>;

const OpenReports = z.object({
  lessThanHour: z.int(),
  lessThanDay: z.int(),
  lessThanWeek: z.int(),
  older: z.int(),
});

/** How long reports waited for the first action of a moderator. */
const ResponseTimes = z.object({
  handled: z.int(),
  /** Null without handled reports. */
  medianS: z.nullable(z.int()),
  p90S: z.nullable(z.int()),
});

export const ReportStatistics = z.object({
  all: ResponseTimes,
  urgent: ResponseTimes,
  /** Open reports by age, urgent and others. */
  open: z.object({
    urgent: OpenReports,
    other: OpenReports,
  }),
});
export type ReportStatistics = z.infer<typeof ReportStatistics>;
