import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Appeal, Days, Hiding, hidingDeeds, ModeratedPerson, Waiting, Why, Words } from "./moderated.ts";
import { Reported, ReportReason } from "./reports.ts";
import { cleanText, Done, Id, Lat, Lng, pageOf, PageQuery, withDefault } from "./shapes.ts";

/** A report as it waits or was resolved. */
export const ReportHead = z.object({
  id: Id,
  about: Reported,
  reason: ReportReason,
  text: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** Who is answerable for what was reported, and who reported it; nothing where the account is gone. */
  person: z.nullable(ModeratedPerson),
  reporter: z.nullable(ModeratedPerson),
  /** How many people reported the same person. */
  reporters: z.int(),
  outcome: z.nullable(z.string()),
  closedAt: z.nullable(z.iso.datetime()),
});
export type ReportHead = z.infer<typeof ReportHead>;

/** What a moderator did, looking included; nobody where it was done from the command line or by time. */
export const ModeratorAct = z.object({
  id: Id,
  at: z.iso.datetime(),
  moderator: z.nullable(ModeratedPerson),
  /** The name of the call, like `moderation.suspend`. */
  call: z.string(),
  /** Whom or what it was done to, where it was one. */
  aboutId: z.nullable(Id),
  /** What was said with it. */
  said: z.record(z.string(), z.unknown()),
});
export type ModeratorAct = z.infer<typeof ModeratorAct>;

const RideBrief = z.object({
  id: Id,
  fromLabel: z.string(),
  toLabel: z.string(),
  departsAt: z.iso.datetime(),
  timeZone: z.string(),
  status: z.string(),
});

/** A rating as moderators see it, with the appeal against it. */
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

/** All that moderators need to judge about one person. */
export const PersonFile = z.object({
  person: ModeratedPerson,
  joinedAt: z.iso.datetime(),
  moderator: z.boolean(),
  suspendedFor: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  /** Where the picture is. */
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
  rides: z.array(RideBrief),
  hidings: z.array(Hiding),
  reports: z.array(ReportHead),
  ratings: z.array(ModeratedRating),
  acts: z.array(ModeratorAct),
});
export type PersonFile = z.infer<typeof PersonFile>;

/** All that moderators need to judge about one ride. */
export const RideFile = z.object({
  ride: RideBrief,
  host: ModeratedPerson,
  points: z.array(z.object({ label: z.string(), lat: Lat, lng: Lng })),
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
  hidings: z.array(Hiding),
  reports: z.array(ReportHead),
  ratings: z.array(ModeratedRating),
  acts: z.array(ModeratorAct),
});
export type RideFile = z.infer<typeof RideFile>;

const OnePerson = z.object({ uid: Id });
const OneReport = z.object({ reportId: Id });
const OneRating = z.object({ ratingId: Id });

/** Calls for moderators alone. Each of them, a look too, is written into the log of acts with what was said. */
export const moderation = {
  role: endpoint({
    summary: "Whether the caller is a moderator",
    method: "GET",
    path: "/moderation/role",
    access: "signed-in",
    evenClosed: true,
    reply: z.object({ moderator: z.boolean() }),
  }),
  reports: endpoint({
    summary: "Reports that wait, the oldest first; or those resolved, the last first",
    method: "GET",
    path: "/moderation/reports",
    access: "moderator",
    query: Waiting,
    reply: pageOf(ReportHead),
  }),
  report: endpoint({
    summary: "One report, with what it is about as it was",
    method: "GET",
    path: "/moderation/reports/:reportId",
    access: "moderator",
    params: OneReport,
    reply: z.extend(ReportHead, {
      snapshot: z.record(z.string(), z.unknown()),
      /** What is hidden now of what it is about, and of whose it is. */
      hidings: z.array(Hiding),
      /** What moderators already did about the person or the report, newest first; views are left out. */
      measures: withDefault(z.array(ModeratorAct), []),
    }),
    problems: ["not_found"],
  }),
  /** Who reported it is told that it was looked at, and not what came of it. */
  resolve: endpoint({
    summary: "Resolve a report, saying what was done",
    method: "POST",
    path: "/moderation/reports/:reportId/resolve",
    access: "moderator",
    idempotent: true,
    params: OneReport,
    body: z.object({ outcome: Words }),
    reply: ReportHead,
    problems: ["not_found", "status_already_set"],
  }),
  people: endpoint({
    summary: "People by a part of their name or address, or by their id; at most 20",
    method: "GET",
    path: "/moderation/people",
    access: "moderator",
    query: z.object({ query: z.pipe(cleanText(100), z.string().check(z.minLength(2))) }),
    reply: z.object({ items: z.array(ModeratedPerson) }),
  }),
  person: endpoint({
    summary: "One person: account, rides, reports, ratings, and what moderators did",
    method: "GET",
    path: "/moderation/people/:uid",
    access: "moderator",
    params: OnePerson,
    reply: PersonFile,
    problems: ["not_found"],
  }),
  ride: endpoint({
    summary: "One ride: who is on it and asked to be, reports, ratings, and what moderators did",
    method: "GET",
    path: "/moderation/rides/:rideId",
    access: "moderator",
    params: z.object({ rideId: Id }),
    reply: RideFile,
    problems: ["not_found"],
  }),
  warn: endpoint({
    summary: "Warn a person; they read why",
    method: "POST",
    path: "/moderation/people/:uid/warn",
    access: "moderator",
    idempotent: true,
    params: OnePerson,
    body: Why,
    reply: Done,
    problems: ["not_found", "own_moderation"],
  }),
  /** For fraud, everybody they wrote to is warned. */
  suspend: endpoint({
    summary: "Suspend a person for some days, or until it is lifted; they are told why when they sign in",
    method: "POST",
    path: "/moderation/people/:uid/suspend",
    access: "moderator",
    idempotent: true,
    params: OnePerson,
    body: z.object({
      reason: Words,
      days: Days,
      fraud: withDefault(z.boolean(), false),
    }),
    reply: z.object({ person: ModeratedPerson, warned: z.int() }),
    problems: ["not_found", "own_moderation", "status_already_set"],
  }),
  unsuspend: endpoint({
    summary: "Lift a suspension; they are told why",
    method: "POST",
    path: "/moderation/people/:uid/unsuspend",
    access: "moderator",
    idempotent: true,
    params: OnePerson,
    body: Why,
    reply: ModeratedPerson,
    problems: ["not_found", "status_already_set"],
  }),
  appeals: endpoint({
    summary:
      "Ratings that somebody appealed against: those that wait, the oldest first, or those decided, the last first",
    method: "GET",
    path: "/moderation/appeals",
    access: "moderator",
    query: Waiting,
    reply: pageOf(ModeratedRating),
  }),
  /** Who appealed is told what was decided and why. */
  decideAppeal: endpoint({
    summary: "Decide an appeal: the rating is hidden, or stays",
    method: "POST",
    path: "/moderation/appeals/:ratingId",
    access: "moderator",
    idempotent: true,
    params: OneRating,
    body: z.object({ hide: z.boolean(), reason: Words }),
    reply: ModeratedRating,
    problems: ["not_found", "status_already_set"],
  }),
  hideRating: endpoint({
    summary: "Hide a published rating: nobody is shown it, and it counts for nothing",
    method: "POST",
    path: "/moderation/ratings/:ratingId/hide",
    access: "moderator",
    idempotent: true,
    params: OneRating,
    body: Why,
    reply: ModeratedRating,
    problems: ["not_found", "status_already_set"],
  }),
  showRating: endpoint({
    summary: "Show a hidden rating again",
    method: "POST",
    path: "/moderation/ratings/:ratingId/show",
    access: "moderator",
    idempotent: true,
    params: OneRating,
    body: Why,
    reply: ModeratedRating,
    problems: ["not_found", "status_already_set"],
  }),
  ...hidingDeeds,
  acts: endpoint({
    summary: "What moderators did, the last first",
    method: "GET",
    path: "/moderation/acts",
    access: "moderator",
    query: PageQuery,
    reply: pageOf(ModeratorAct),
  }),
};
