import type { ReportReason } from "@commonlane/contract/reports";
import type { NoticeDetails } from "#platform/db/schema/notification-tables.ts";
import { LruCache } from "#platform/lru-cache.ts";

/** Details of a notification, formatted for the templates. */
export interface TemplateVars {
  /** Name of the other person. */
  readonly name: string;
  /** "Origin → destination". */
  readonly route: string;
  /** The route followed by a full stop, or empty. */
  readonly routePrefix: string;
  /** Day and time in the place's time zone. */
  readonly when: string;
  /** Deadline in the place's time zone. */
  readonly until: string;
  /** "until" with a day, or "anymore". */
  readonly untilDay: string;
  readonly seats: string;
  readonly count: number;
  /** Replacement rides, separated by semicolons. */
  readonly choices: string;
  /** Reason given by the other side in quotation marks, or empty. */
  readonly reason: string;
  /** What a report is about. */
  readonly topic: string;
  /** Support address, or "our support team". */
  readonly support: string;
}

/** Every variable has a fallback for details the notification lacks. */
export function templateVars(
  {
    from,
    to,
    at,
    until,
    timeZone,
    seats = 1,
    choices = [],
    count = Math.max(1, choices.length),
    reason,
    topic = "other",
    support = "our support team",
  }: NoticeDetails,
  name = "Someone",
): TemplateVars {
  const route = from && to ? `${shortLabel(from)} → ${shortLabel(to)}` : undefined;
  return {
    name,
    route: route ?? "your trip",
    routePrefix: route ? `${route}. ` : "",
    when: at ? formatTime(at, timeZone) : "soon",
    until: until ? formatTime(until, timeZone) : "then",
    // A getter because few templates use it and formatting a day is expensive.
    get untilDay() {
      return until ? `until ${formatDay(until, timeZone)}` : "anymore";
    },
    seats: seats === 1 ? "a seat" : `${seats} seats`,
    count,
    choices: choices
      .map(({ who, at, full }) => `${who} ${formatTime(at, timeZone)}${full ? " (full, you're on the waitlist)" : ""}`)
      .join("; "),
    reason: reason ? ` “${reason}”` : "",
    topic: TOPICS[topic],
    support,
  };
}

const TOPICS: Readonly<Record<ReportReason, string>> = {
  scam: "fraud",
  harassment: "harassment",
  danger: "dangerous behaviour",
  fake: "fake or misleading",
  spam: "spam",
  other: "something else",
};

/** Shortens "Köln, Germany" to "Köln". */
const shortLabel = (label: string) => label.split(",")[0] ?? label;

const formatDay = (at: string, timeZone = "UTC") =>
  new Date(at).toLocaleDateString("en-GB", { dateStyle: "long", timeZone });

const formatTime = (at: string, timeZone = "UTC") => formatterFor(timeZone).format(new Date(at));

/** Cached by time zone: creating a formatter is slower than rendering the notification. */
const formatters = new LruCache<string, Intl.DateTimeFormat>(100);

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  const format = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  const formatter = new Intl.DateTimeFormat("en-GB", { ...format, timeZone });
  formatters.set(timeZone, formatter);
  return formatter;
}
