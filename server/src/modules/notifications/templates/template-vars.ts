import type { NoticeDetails } from "#platform/db/schema/notification-tables.ts";
import { LruCache } from "#platform/lru-cache.ts";

/** The details of a notice, ready to be put into sentences. */
export interface TemplateVars {
  /** The name of whoever did it. */
  readonly who: string;
  /** From where to where. */
  readonly route: string;
  /** The same as the beginning of a text, or nothing. */
  readonly routePrefix: string;
  /** Day and hour in the zone of the place. */
  readonly when: string;
  /** The same of the last moment to answer. */
  readonly until: string;
  /** Until which day, or "any more". */
  readonly untilDay: string;
  readonly seats: string;
  readonly count: number;
  /** Rides to choose from, one after the other. */
  readonly choices: string;
  /** A sentence of the other side, or nothing. */
  readonly reason: string;
  /** The address of support, or what it is called. */
  readonly support: string;
}

/** Something is said for each of them, also where a notice knows nothing of it. */
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
    support = "our support",
  }: NoticeDetails,
  who = "Somebody",
): TemplateVars {
  const route = from && to ? `${shortLabel(from)} → ${shortLabel(to)}` : undefined;
  return {
    who,
    route: route ?? "your journey",
    routePrefix: route ? `${route}. ` : "",
    when: at ? formatTime(at, timeZone) : "soon",
    until: until ? formatTime(until, timeZone) : "then",
    // Only where it is asked for: of few notices, and a day costs more than all the rest of one.
    get untilDay() {
      return until ? `until ${formatDay(until, timeZone)}` : "any more";
    },
    seats: seats === 1 ? "a seat" : `${seats} seats`,
    count,
    choices: choices
      .map(({ who, at, full }) => `${who} ${formatTime(at, timeZone)}${full ? " (full: you wait in line)" : ""}`)
      .join("; "),
    reason: reason ? ` “${reason}”` : "",
    support,
  };
}

/** "Köln, Germany" is told as "Köln". */
const shortLabel = (label: string) => label.split(",")[0] ?? label;

const formatDay = (at: string, timeZone = "UTC") =>
  new Date(at).toLocaleDateString("en-GB", { dateStyle: "long", timeZone });

const formatTime = (at: string, timeZone = "UTC") => formatterFor(timeZone).format(new Date(at));

/** By zone. Making one takes longer than all the rest of a notice. */
const formatters = new LruCache<string, Intl.DateTimeFormat>(100);

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  const format = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  const formatter = new Intl.DateTimeFormat("en-GB", { ...format, timeZone });
  formatters.set(timeZone, formatter);
  return formatter;
}
