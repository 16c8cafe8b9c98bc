import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { SERIES_EXCEPTIONS_MAX } from "./limits.ts";
import { HostedRide, Ride, RideFields } from "./rides.ts";
import {
  cleanText,
  ClockTime,
  Day,
  Id,
  Money,
  pageOf,
  PageQuery,
  ReasonBody,
  TimeZone,
  withDefault,
} from "./shapes.ts";

/** What every ride of a series is like: all that a host says of a ride but when. */
export const SeriesTerms = z.omit(HostedRide, { departsAt: true, timeZone: true, hostId: true, returnWay: true });
export type SeriesTerms = z.output<typeof SeriesTerms>;

/** The same as it is told. */
export const SeriesTermsOutput = z.extend(z.omit(RideFields, { departsAt: true, timeZone: true }), {
  note: z.nullable(z.string()),
});

/** Weekdays as ISO 8601 counts them: 1 is Monday, 7 is Sunday. */
export const Weekdays = z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7));
const Exceptions = z.array(Day).check(z.maxLength(SERIES_EXCEPTIONS_MAX));

const patternFields = {
  /** As clocks in `timeZone` show it, before and after they are changed. */
  time: ClockTime,
  weekdays: Weekdays,
  lastDay: z.nullable(Day),
  /** Days on which it does not run. */
  exceptions: Exceptions,
};

export const RideSeries = z.object({
  id: Id,
  hostId: Id,
  ride: SeriesTermsOutput,
  ...patternFields,
  timeZone: z.string(),
  firstDay: Day,
  /** Days that were not offered, because the host is under way with another ride then. */
  missed: z.array(Day),
  /** From which day on nothing is offered because the rules of today refuse it, and why, in words; null while it goes on. */
  stopped: z.optional(z.nullable(z.object({ since: Day, reason: z.string() }))),
  /** Rides up to this day have been made; later ones follow as time passes. */
  madeUntil: z.nullable(Day),
  /** The series that this one is the way back of. */
  returnOf: z.nullable(Id),
  status: z.enum(["active", "ended"]),
  createdAt: z.iso.datetime(),
});
export type RideSeries = z.infer<typeof RideSeries>;

/** After a change: the days that stay as they were, because somebody is on them, or has asked to be. */
export const ChangedSeries = z.extend(RideSeries, { unchangedDays: z.array(Day) });
export type ChangedSeries = z.infer<typeof ChangedSeries>;

export const HostedSeries = z.object({
  ride: SeriesTerms,
  ...patternFields,
  /** Today in the zone of the origin, where nothing is said. */
  firstDay: z.optional(Day),
  lastDay: withDefault(patternFields.lastDay, null),
  exceptions: withDefault(Exceptions, []),
  timeZone: z.nullish(TimeZone),
  /** Repeats the way back on the same days, too; it leaves later than the way there. */
  returnWay: z.optional(z.object({ time: ClockTime, contribution: z.optional(z.nullable(Money)) })),
});
export type HostedSeries = z.output<typeof HostedSeries>;

export const SeriesChange = z.exactPartial(
  z.object({
    ride: z.exactPartial(z.omit(RideFields, { departsAt: true, timeZone: true })),
    ...patternFields,
  }),
);
export type SeriesChange = z.output<typeof SeriesChange>;

const SeriesParams = z.object({ seriesId: Id });
const termsProblems = ["invalid_input", "contribution_too_high"] as const;

export const rideSeries = {
  host: endpoint({
    summary: "Repeat a ride on weekdays at the same time of the clock; each day is a ride of its own",
    method: "POST",
    path: "/rides/series",
    access: "signed-in",
    idempotent: true,
    body: HostedSeries,
    reply: RideSeries,
    status: 201,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: [...termsProblems, "profile_incomplete", "series_enough", "already_travelling"],
  }),
  own: endpoint({
    summary: "The caller's series, newest first",
    method: "GET",
    path: "/rides/series",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(RideSeries),
  }),
  one: endpoint({
    summary: "One series, for its host",
    method: "GET",
    path: "/rides/series/:seriesId",
    access: "signed-in",
    params: SeriesParams,
    reply: RideSeries,
    problems: ["not_found", "not_yours"],
  }),
  ridesOf: endpoint({
    summary: "The days of a series that are still to come, soonest first, cancelled ones among them, for its host",
    method: "GET",
    path: "/rides/series/:seriesId/rides",
    access: "signed-in",
    params: SeriesParams,
    query: PageQuery,
    reply: pageOf(Ride),
    problems: ["not_found", "not_yours"],
  }),
  change: endpoint({
    summary: "Change a series, and of its days those that nobody is on",
    method: "PUT",
    path: "/rides/series/:seriesId",
    access: "signed-in",
    params: SeriesParams,
    body: SeriesChange,
    reply: ChangedSeries,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["not_found", "not_yours", "series_over", ...termsProblems, "already_travelling"],
  }),
  skip: endpoint({
    summary: "Leave out one day; a ride that was made for it is cancelled and does not come back",
    method: "POST",
    path: "/rides/series/:seriesId/skip",
    access: "signed-in",
    idempotent: true,
    params: SeriesParams,
    body: z.object({ day: Day, reason: z.nullish(cleanText(300)) }),
    reply: RideSeries,
    problems: ["not_found", "not_yours", "series_over", "ride_over", "invalid_input"],
  }),
  end: endpoint({
    summary: "End a series: days that nobody is on are cancelled, the others stay until they are cancelled themselves",
    method: "DELETE",
    path: "/rides/series/:seriesId",
    access: "signed-in",
    params: SeriesParams,
    body: ReasonBody,
    reply: ChangedSeries,
    problems: ["not_found", "not_yours", "status_already_set"],
  }),
};
