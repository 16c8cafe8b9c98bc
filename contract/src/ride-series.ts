import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { SERIES_EXCEPTIONS_MAX } from "./limits.ts";
import { HostedRide, RideFields } from "./hosted-rides.ts";
import { Ride } from "./rides.ts";
import {
  cleanText,
  ClockTime,
  Day,
  Id,
  Money,
  pageOf,
  PageQuery,
  OptionalReasonBody,
  TimeZone,
  withDefault,
} from "./shapes.ts";

/** Properties that all rides of a series share: everything but the departure. */
export const SeriesTerms = z.omit(HostedRide, {
  departsAt: true,
  timeZone: true,
  hostId: true,
  returnWay: true,
});
export type SeriesTerms = z.output<typeof SeriesTerms>;

/** The same in replies. */
export const SeriesTermsOutput = z.extend(
  z.omit(RideFields, {
    departsAt: true,
    timeZone: true,
  }),
  {
    note: z.nullable(z.string()),
  },
);

/** ISO 8601 weekdays: 1 is Monday, 7 is Sunday. */
export const Weekdays = z
  .array(z.int().check(z.gte(1), z.lte(7)))
  .check(z.minLength(1), z.maxLength(7));
const Exceptions = z.array(Day).check(z.maxLength(SERIES_EXCEPTIONS_MAX));

const patternFields = {
  /** Local time in `timeZone`; stays the same across daylight saving changes. */
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
  /** Days that were skipped because the host has another ride. */
  missed: z.array(Day),
  /** First day that the current rules do not allow, and the reason; null if the series can continue. */
  stopped: z.optional(
    z.nullable(
      z.object({
        since: Day,
        reason: z.string(),
      }),
    ),
  ),
  /** Rides exist up to this day; later ones are created over time. */
  madeUntil: z.nullable(Day),
  /** The outbound series, if this is the return series. */
  returnOf: z.nullable(Id),
  status: z.enum(["active", "ended"]),
  createdAt: z.iso.datetime(),
});
export type RideSeries = z.infer<typeof RideSeries>;

/** Reply to a change: days that stay unchanged because they have passengers or requests. */
export const ChangedSeries = z.extend(RideSeries, { unchangedDays: z.array(Day) });
export type ChangedSeries = z.infer<typeof ChangedSeries>;

export const HostedSeries = z.object({
  ride: SeriesTerms,
  ...patternFields,
  /** Defaults to today in the time zone of the origin. */
  firstDay: z.optional(Day),
  lastDay: withDefault(patternFields.lastDay, null),
  exceptions: withDefault(Exceptions, []),
  timeZone: z.nullish(TimeZone),
  /** Also repeats the return ride on the same days, at a later time. */
  returnWay: z.optional(
    z.object({
      time: ClockTime,
      contribution: z.optional(z.nullable(Money)),
    }),
  ),
});
export type HostedSeries = z.output<typeof HostedSeries>;

export const SeriesChange = z.exactPartial(
  z.object({
    ride: z.exactPartial(
      z.omit(RideFields, {
        departsAt: true,
        timeZone: true,
      }),
    ),
    ...patternFields,
  }),
);
export type SeriesChange = z.output<typeof SeriesChange>;

const SeriesParams = z.object({ seriesId: Id });
const termsProblems = ["invalid_input", "contribution_too_high"] as const;

export const rideSeries = {
  host: endpoint({
    summary: "Create a series: a ride on chosen weekdays at the same local time",
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
    summary: "List the caller's series, newest first",
    method: "GET",
    path: "/rides/series",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(RideSeries),
  }),
  one: endpoint({
    summary: "Get a series of the caller",
    method: "GET",
    path: "/rides/series/:seriesId",
    access: "signed-in",
    params: SeriesParams,
    reply: RideSeries,
    problems: ["not_found"],
  }),
  ridesOf: endpoint({
    summary: "List the upcoming days of a series, including cancelled ones, for its host",
    method: "GET",
    path: "/rides/series/:seriesId/rides",
    access: "signed-in",
    params: SeriesParams,
    query: PageQuery,
    reply: pageOf(Ride),
    problems: ["not_found"],
  }),
  change: endpoint({
    summary: "Change a series and its rides without passengers or requests",
    method: "PUT",
    path: "/rides/series/:seriesId",
    access: "signed-in",
    params: SeriesParams,
    body: SeriesChange,
    reply: ChangedSeries,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["not_found", "series_over", ...termsProblems, "already_travelling"],
  }),
  skip: endpoint({
    summary: "Exclude a day from a series; cancels its ride",
    method: "POST",
    path: "/rides/series/:seriesId/skip",
    access: "signed-in",
    idempotent: true,
    params: SeriesParams,
    body: z.object({
      day: Day,
      reason: z.nullish(cleanText(300)),
    }),
    reply: RideSeries,
    problems: ["not_found", "series_over", "ride_over", "invalid_input"],
  }),
  end: endpoint({
    summary:
      "End a series; rides without passengers are cancelled, others must be cancelled individually",
    method: "DELETE",
    path: "/rides/series/:seriesId",
    access: "signed-in",
    params: SeriesParams,
    body: OptionalReasonBody,
    reply: ChangedSeries,
    problems: ["not_found", "status_already_set"],
  }),
};
