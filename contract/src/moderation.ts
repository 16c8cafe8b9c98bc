import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  Appeal,
  DurationDays,
  ContentRemoval,
  contentRemovalEndpoints,
  LinkedAccounts,
  ModeratedPerson,
  QueueQuery,
  ReasonBody,
  ModeratorText,
} from "./moderation-shapes.ts";
import { moderationRole } from "./moderation-role.ts";
import { ModeratorAction, moderatorActionEndpoints } from "./moderator-actions.ts";
import { AuditLogEntry, ReportFile, ReportStatistics, ReportSummary } from "./report-files.ts";
import {
  cleanText,
  SuccessReply,
  Id,
  Lat,
  Lng,
  pageOf,
  PageQuery,
  withDefault,
  queryNumber,
} from "./shapes.ts";

const RideSummary = z.object({
  id: Id,
  fromLabel: z.string(),
  toLabel: z.string(),
  departsAt: z.iso.datetime(),
  timeZone: z.string(),
  status: z.string(),
});

/** A rating as moderators see it, with its appeal. */
export const ModeratedRating = z.object({
  id: Id,
  rater: ModeratedPerson,
  rated: ModeratedPerson,
  rideId: Id,
  rating: z.int(),
  comment: z.nullable(z.string()),
  reply: z.nullable(z.string()),
  publishedAt: z.nullable(z.iso.datetime()),
  hiddenAt: z.nullable(z.iso.datetime()),
  appeal: z.nullable(Appeal),
});
export type ModeratedRating = z.infer<typeof ModeratedRating>;

/** Case file of a user. */
export const PersonCaseFile = z.object({
  person: ModeratedPerson,
  joinedAt: z.iso.datetime(),
  moderator: z.boolean(),
  suspendedFor: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  /** URL of the photo. */
  photo: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  counts: z.object({
    ridesHosted: z.int(),
    ridesCancelled: z.int(),
    seatsAccepted: z.int(),
    seatsCancelled: z.int(),
    peopleWrittenTo: z.int(),
    blockedBy: z.int(),
  }),
  rides: z.array(RideSummary),
  contentRemovals: z.array(ContentRemoval),
  reports: z.array(ReportSummary),
  ratings: z.array(ModeratedRating),
  auditLog: z.array(AuditLogEntry),
  /** Actions that can be undone, and those that were, newest first. */
  actions: z.array(ModeratorAction),
});
export type PersonCaseFile = z.infer<typeof PersonCaseFile>;

/** Case file of a ride. */
export const RideCaseFile = z.object({
  ride: RideSummary,
  host: ModeratedPerson,
  points: z.array(
    z.object({
      label: z.string(),
      lat: Lat,
      lng: Lng,
    }),
  ),
  seatsTotal: z.int(),
  note: z.nullable(z.string()),
  vehicle: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  requests: z.array(
    z.object({
      id: Id,
      seeker: ModeratedPerson,
      seats: z.int(),
      status: z.string(),
      message: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      createdAt: z.iso.datetime(),
      endedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  contentRemovals: z.array(ContentRemoval),
  reports: z.array(ReportSummary),
  ratings: z.array(ModeratedRating),
  auditLog: z.array(AuditLogEntry),
});
export type RideCaseFile = z.infer<typeof RideCaseFile>;

/** The report that an action answers. */
const AnsweredReport = z.nullish(Id);
const UidParams = z.object({ uid: Id });
const ReportIdParams = z.object({ reportId: Id });
const RatingIdParams = z.object({ ratingId: Id });

/** Endpoints for moderators only. Every call, including views, is written to the audit log with its input. */
export const moderation = {
  role: moderationRole,
  reports: endpoint({
    summary:
      "List reports: open ones with the urgent ones first, then the oldest, or resolved ones newest first",
    method: "GET",
    path: "/moderation/reports",
    access: "moderator",
    query: QueueQuery,
    reply: pageOf(ReportSummary),
  }),
  report: endpoint({
    summary: "Get a report with the snapshot of its subject",
    method: "GET",
    path: "/moderation/reports/:reportId",
    access: "moderator",
    params: ReportIdParams,
    reply: ReportFile,
    problems: ["not_found"],
  }),
  /** The reporter is notified that the report was reviewed, but not of the outcome. */
  resolve: endpoint({
    summary: "Resolve a report with a note",
    method: "POST",
    path: "/moderation/reports/:reportId/resolve",
    access: "moderator",
    idempotent: true,
    params: ReportIdParams,
    body: z.object({ outcome: ModeratorText }),
    reply: ReportSummary,
    problems: ["not_found", "status_already_set"],
  }),
  searchPeople: endpoint({
    summary: "Search users by name, e-mail or id; at most 20",
    method: "GET",
    path: "/moderation/people",
    access: "moderator",
    query: z.object({ query: z.pipe(cleanText(100), z.string().check(z.minLength(2))) }),
    reply: z.object({ items: z.array(ModeratedPerson) }),
  }),
  linkedAccounts: endpoint({
    summary:
      "List accounts that mostly rate each other and share a browser or a network; at most 50",
    method: "GET",
    path: "/moderation/linked-accounts",
    access: "moderator",
    reply: z.object({ items: z.array(LinkedAccounts) }),
  }),
  person: endpoint({
    summary: "Get the case file of a user: account, rides, reports, ratings and moderator actions",
    method: "GET",
    path: "/moderation/people/:uid",
    access: "moderator",
    params: UidParams,
    reply: PersonCaseFile,
    problems: ["not_found"],
  }),
  ride: endpoint({
    summary:
      "Get the case file of a ride: passengers, requests, reports, ratings and moderator actions",
    method: "GET",
    path: "/moderation/rides/:rideId",
    access: "moderator",
    params: z.object({ rideId: Id }),
    reply: RideCaseFile,
    problems: ["not_found"],
  }),
  warn: endpoint({
    summary: "Warn a user; they see the reason",
    method: "POST",
    path: "/moderation/people/:uid/warn",
    access: "moderator",
    idempotent: true,
    params: UidParams,
    body: z.extend(ReasonBody, { reportId: AnsweredReport }),
    reply: SuccessReply,
    problems: ["not_found", "own_moderation", "administrators_only", "status_already_set"],
  }),
  /** After a suspension for fraud, everyone the user wrote to is warned. */
  suspend: endpoint({
    summary: "Suspend a user for some days or without limit; the reason is shown at sign-in",
    method: "POST",
    path: "/moderation/people/:uid/suspend",
    access: "moderator",
    idempotent: true,
    params: UidParams,
    body: z.object({
      reason: ModeratorText,
      days: DurationDays,
      fraud: withDefault(z.boolean(), false),
      reportId: AnsweredReport,
    }),
    reply: z.object({
      person: ModeratedPerson,
      warned: z.int(),
    }),
    problems: ["not_found", "own_moderation", "administrators_only", "status_already_set"],
  }),
  unsuspend: endpoint({
    summary: "Lift a suspension; the user is told the reason",
    method: "POST",
    path: "/moderation/people/:uid/unsuspend",
    access: "moderator",
    confirmed: true,
    idempotent: true,
    params: UidParams,
    body: ReasonBody,
    reply: ModeratedPerson,
    problems: ["not_found", "own_moderation", "administrators_only", "status_already_set"],
  }),
  ratingAppeals: endpoint({
    summary: "List rating appeals: open ones oldest first, or decided ones newest first",
    method: "GET",
    path: "/moderation/appeals",
    access: "moderator",
    query: QueueQuery,
    reply: pageOf(ModeratedRating),
  }),
  /** The appellant is notified of the decision and its reason. */
  decideRatingAppeal: endpoint({
    summary: "Decide an appeal against a rating",
    method: "POST",
    path: "/moderation/appeals/:ratingId",
    access: "moderator",
    idempotent: true,
    params: RatingIdParams,
    body: z.object({
      hide: z.boolean(),
      reason: ModeratorText,
    }),
    reply: ModeratedRating,
    problems: ["not_found", "own_moderation", "status_already_set"],
  }),
  hideRating: endpoint({
    summary: "Hide a published rating from others and exclude it from the mean",
    method: "POST",
    path: "/moderation/ratings/:ratingId/hide",
    access: "moderator",
    idempotent: true,
    params: RatingIdParams,
    body: ReasonBody,
    reply: ModeratedRating,
    problems: ["not_found", "own_moderation", "status_already_set"],
  }),
  showRating: endpoint({
    summary: "Show a hidden rating again",
    method: "POST",
    path: "/moderation/ratings/:ratingId/show",
    access: "moderator",
    idempotent: true,
    params: RatingIdParams,
    body: ReasonBody,
    reply: ModeratedRating,
    problems: ["not_found", "own_moderation", "status_already_set"],
  }),
  ...contentRemovalEndpoints,
  ...moderatorActionEndpoints,
  reportStatistics: endpoint({
    summary: "Get response times to reports of the last weeks, and open reports by age",
    method: "GET",
    path: "/moderation/report-statistics",
    access: "moderator",
    query: z.object({ weeks: withDefault(queryNumber(z.int(), z.gte(1), z.lte(53)), 12) }),
    reply: ReportStatistics,
  }),
  auditLog: endpoint({
    summary: "List the audit log, newest first",
    method: "GET",
    path: "/moderation/audit-log",
    access: "moderator",
    query: PageQuery,
    reply: pageOf(AuditLogEntry),
  }),
};
