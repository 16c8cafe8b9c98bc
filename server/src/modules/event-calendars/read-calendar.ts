import { runInNewContext } from "node:vm";
import { DAY_MS } from "@commonlane/contract/durations";
import { EVENT_MAX_DAYS, EVENTS_PER_CALENDAR_MAX } from "@commonlane/contract/limits";
import { isKnownTimeZone } from "@commonlane/contract/time-zones";
import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { decodeText } from "#platform/text.ts";

/** One event of a calendar, or one day of an event that repeats. */
export interface Occurrence {
  /** Stays the same when its time changes. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly website: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface ReadCalendar {
  /** Soonest first. */
  readonly occurrences: readonly Occurrence[];
  /** Events without a time, too long, too many or of a rule that never ends. */
  readonly leftOut: number;
  /** Everything that starts before this instant was read. */
  readonly completeUntil: Date;
}

interface Reading {
  readonly from: Date;
  readonly until: Date;
  /** Of times without a zone, and of whole days, unless the calendar names one. */
  readonly timeZone: string;
}

const DAYS_OF_ONE_RULE_MAX = 10_000;
const DAYS_OF_ALL_RULES_MAX = 100_000;
const TEXT_MAX_LENGTH = 4_000;
const READING_MAX_MS = 3_000;
const HOUR_MS = 3_600_000;

/**
 * Reads the events of an iCalendar file (RFC 5545) that are not over before `from` and start before `until`, without
 * cancelled ones. Gives up after three seconds, since a rule can be written so that no day ever matches it.
 * @throws Error if it is not a calendar
 */
export function readCalendar(file: Uint8Array, reading: Reading): ReadCalendar {
  const text = decodeText(file);
  const result: { read?: ReadCalendar } = {};
  const run = () => void (result.read = readAll(text, reading));
  runInNewContext("run()", { run }, { timeout: READING_MAX_MS });
  if (!result.read) throw new Error("Nothing was read.");
  return result.read;
}

function readAll(text: string, { from, until, timeZone }: Reading): ReadCalendar {
  const found: Occurrence[] = [];
  const budget = { days: DAYS_OF_ALL_RULES_MAX };
  let leftOut = 0;

  for (const calendar of parseCalendars(text)) {
    const named = String(calendar.getFirstPropertyValue("x-wr-timezone") ?? "");
    const zone = isKnownTimeZone(named) ? named : timeZone;
    for (const { event, key } of listEvents(calendar)) {
      const read =
        key &&
        readEvent(event, {
          key,
          from,
          until,
          zone,
          budget,
        });
      if (read) found.push(...read);
      else leftOut++;
    }
  }

  const isShort = ({ startsAt, endsAt }: Occurrence) =>
    endsAt.getTime() - startsAt.getTime() <= EVENT_MAX_DAYS * DAY_MS;
  const byKey = new Map(found.map((occurrence) => [occurrence.key, occurrence]));
  const short = [...byKey.values()]
    .filter(isShort)
    .toSorted((a, b) => Number(a.startsAt) - Number(b.startsAt));
  const occurrences = short.slice(0, EVENTS_PER_CALENDAR_MAX);
  return {
    occurrences,
    leftOut: leftOut + found.length - occurrences.length,
    completeUntil: short[EVENTS_PER_CALENDAR_MAX]?.startsAt ?? until,
  };
}

/** The database stores no NUL. */
const CONTROL_CHARACTERS = /(?![\t\n\r])\p{Cc}/gu;
/** Some programs pad their lines. In texts a space at the end may belong to the text, which goes on in the next line. */
const PADDED_EDGE = /^((?:BEGIN|END):[\w-]+)[ \t]+$/gim;

function parseCalendars(text: string): ICAL.Component[] {
  const parsed: unknown[] = ICAL.parse(
    text.replaceAll(CONTROL_CHARACTERS, "").replaceAll(PADDED_EDGE, "$1"),
  );
  const roots = typeof parsed[0] === "string" ? [parsed] : parsed.filter(Array.isArray);
  const calendars = roots.map((root) => new ICAL.Component(root));
  if (calendars.length === 0 || calendars.some(({ name }) => name !== "vcalendar"))
    throw new Error("This is not a calendar.");
  return calendars;
}

interface KeyedEvent {
  readonly event: ICAL.Event;
  /** Undefined if it has no id or no start. */
  readonly key: string | undefined;
}

/** The events of a calendar, with the changed days of those that repeat. */
function listEvents(calendar: ICAL.Component): KeyedEvent[] {
  const components = calendar.getAllSubcomponents("vevent");
  const byId = Map.groupBy(components, (one) => textOf(one, "uid"));
  return [...byId].flatMap(([uid, versions]) => {
    if (uid === "")
      return versions.map((one) => ({
        event: toEvent(one, []),
        key: undefined,
      }));
    const changedDays = versions.filter((one) => one.hasProperty("recurrence-id"));
    const whole = versions.findLast((one) => !one.hasProperty("recurrence-id"));
    if (whole) return [keyed(toEvent(whole, changedDays), uid)];
    return changedDays.map((one) => keyed(toEvent(one, []), `${uid} ${recurrenceIdOf(one)}`));
  });
}

const recurrenceIdOf = (component: ICAL.Component): string =>
  String(component.getFirstPropertyValue("recurrence-id"));

const keyed = (event: ICAL.Event, key: string): KeyedEvent => ({
  event,
  key: event.component.hasProperty("dtstart") ? key : undefined,
});

function toEvent(component: ICAL.Component, changedDays: ICAL.Component[]): ICAL.Event {
  return new ICAL.Event(component, {
    strictExceptions: true,
    exceptions: changedDays,
  });
}

interface EventReading {
  readonly key: string;
  readonly from: Date;
  readonly until: Date;
  readonly zone: string;
  readonly budget: { days: number };
}

/** Undefined if its rule has too many days. */
function readEvent(event: ICAL.Event, reading: EventReading): Occurrence[] | undefined {
  const { key, from, until, zone, budget } = reading;
  if (statusOf(event) === "CANCELLED") return [];

  const isWanted = ({ startsAt, endsAt }: Occurrence) => endsAt > from && startsAt < until;
  if (!event.isRecurring()) {
    const { startDate, endDate } = event;
    return [
      toOccurrence(event, {
        key,
        startDate,
        endDate,
        zone,
      }),
    ].filter(isWanted);
  }

  const days = event.iterator();
  const perDay = new Map<string, number>();
  const found: Occurrence[] = [];
  // A day may be moved by as much, and an event may last as long.
  const marginMs = (EVENT_MAX_DAYS + 1) * DAY_MS;
  for (let n = 0; n < DAYS_OF_ONE_RULE_MAX; n++) {
    const day = days.next() as ICAL.Time | null;
    const dayMs = day ? Date.UTC(day.year, day.month - 1, day.day) : Infinity;
    if (!day || dayMs > until.getTime() + marginMs) return found.filter(isWanted);
    if (budget.days-- <= 0) return undefined;

    if (dayMs < from.getTime() - marginMs) continue;

    // The number on its day, so that a series keeps its events when its time of day changes.
    const date = day.toString().slice(0, 10);
    const nth = perDay.get(date) ?? 0;
    perDay.set(date, nth + 1);
    const { item, startDate, endDate } = event.getOccurrenceDetails(day);
    if (statusOf(item) === "CANCELLED") continue;
    found.push(
      toOccurrence(item, {
        key: `${key} ${date} ${nth}`,
        startDate,
        endDate,
        zone,
      }),
    );
  }
  return undefined;
}

const statusOf = ({ component }: ICAL.Event): string =>
  String(component.getFirstPropertyValue("status") ?? "").toUpperCase();

interface Times {
  readonly key: string;
  readonly startDate: ICAL.Time;
  readonly endDate: ICAL.Time;
  readonly zone: string;
}

function toOccurrence(event: ICAL.Event, { key, startDate, endDate, zone }: Times): Occurrence {
  const startsAt = toInstant(startDate, zone, zoneOf(event, "dtstart"));
  const end = toInstant(endDate, zone, zoneOfEnd(event));
  const url = textOf(event.component, "url");
  return {
    key,
    title: textOf(event.component, "summary"),
    description: textOf(event.component, "description"),
    location: textOf(event.component, "location"),
    website: /^https:\/\/\S{1,490}$/.test(url) ? url : null,
    startsAt,
    // An event may have no length.
    endsAt: end > startsAt ? end : new Date(startsAt.getTime() + HOUR_MS),
  };
}

/** At most what an event could need: 200 days of a series may share one text of megabytes. */
const textOf = (component: ICAL.Component, property: string): string =>
  String(component.getFirstPropertyValue(property) ?? "").slice(0, TEXT_MAX_LENGTH);

const zoneOf = ({ component }: ICAL.Event, property: "dtstart" | "dtend"): string =>
  component.getFirstProperty(property)?.getFirstParameter("tzid") ?? "";

/** An event may end in another zone, such as a journey. The library ends the days of a series in the zone of their start. */
const zoneOfEnd = (event: ICAL.Event): string =>
  zoneOf(event, event.component.hasProperty("dtend") && !event.isRecurring() ? "dtend" : "dtstart");

/** Time zones that this server knows follow its own rules; all others follow the rules in the file. */
function toInstant(time: ICAL.Time, zone: string, named: string): Date {
  const { year, month, day, hour, minute } = time;
  const isUtc = time.zone === ICAL.Timezone.utcTimezone;
  const isLocal = time.isDate || time.zone === ICAL.Timezone.localTimezone;
  if (!isUtc && !isLocal && !isKnownTimeZone(named)) return time.toJSDate();

  const known = !time.isDate && isKnownTimeZone(named) ? named : zone;
  const local = Temporal.PlainDateTime.from({
    year,
    month,
    day,
    hour,
    minute,
  });
  return new Date(local.toZonedDateTime(isUtc ? "UTC" : known).epochMilliseconds);
}
