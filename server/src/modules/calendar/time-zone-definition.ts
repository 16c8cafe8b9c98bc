import { isKnownTimeZone } from "@commonlane/contract/time-zones";
import { Temporal } from "temporal-polyfill";
import { tzlib_get_ical_block, tzlib_get_timezones } from "timezones-ical-library";

/** A time zone as calendar apps get it. */
export interface TimeZoneDefinition {
  /** Its name there, which can differ from an older name. */
  readonly id: string;
  /** The VTIMEZONE component. Daylight saving time is never behind standard time. */
  readonly text: string;
  /** Minutes from UTC at an instant, by this component. */
  readonly offsetAt: (at: Temporal.Instant) => number;
}

const KNOWN_TIME_ZONES: ReadonlySet<string> = new Set(tzlib_get_timezones());
const definitions = new Map<string, TimeZoneDefinition | undefined>();

/** Undefined for a zone that calendar apps do not know. */
export function findDefinition(timeZone: string): TimeZoneDefinition | undefined {
  if (!isKnownTimeZone(timeZone)) return undefined;

  // Hosts may have written it in another case.
  const name = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

  if (!definitions.has(name)) definitions.set(name, readDefinition(name));
  return definitions.get(name);
}

function readDefinition(name: string): TimeZoneDefinition | undefined {
  if (!KNOWN_TIME_ZONES.has(name)) return undefined;

  const [block, parameter] = tzlib_get_ical_block(name);
  if (!block || !parameter) return undefined;

  const observances = readObservances(block);
  return {
    id: parameter.replace(/^TZID=/, ""),
    text: hasNegativeDaylightSaving(observances) ? exchangeKinds(block) : block,
    offsetAt: (at) => offsetAt(observances, at),
  };
}

/** One of the two offsets of a zone, or its only one. */
interface Observance {
  readonly kind: string;
  /** Minutes from UTC before and after its beginning. */
  readonly from: number;
  readonly to: number;
  /** Local time of day at which it begins, HHMMSS. */
  readonly time: string;
  /** When it begins each year; undefined if it never ends. */
  readonly yearly:
    | {
        readonly month: number;
        readonly week: number;
        readonly weekday: number;
      }
    | undefined;
}

/** The library writes one observance without an end, or two that begin on a weekday of a month. */
function readObservances(block: string): Observance[] {
  const components = block
    .split("BEGIN:")
    .filter((component) => /^(?:STANDARD|DAYLIGHT)\b/.test(component));
  return components.map((lines) => ({
    kind: lines.slice(0, "STANDARD".length),
    from: minutesOf(valueOf(lines, "TZOFFSETFROM")),
    to: minutesOf(valueOf(lines, "TZOFFSETTO")),
    time: valueOf(lines, "DTSTART").slice(-6),
    yearly: readRule(valueOf(lines, "RRULE")),
  }));
}

function valueOf(lines: string, property: string): string {
  const line = lines.split(/\r?\n/).find((line) => line.startsWith(`${property}:`));
  return line?.slice(property.length + 1) ?? "";
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(offset) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -size : size;
}

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

function readRule(rule: string): Observance["yearly"] {
  if (rule === "") return undefined;

  const [, month, week, weekday = ""] =
    /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-1|[1-5])([A-Z]{2})$/.exec(rule) ?? [];
  if (!month) throw new Error(`A time zone has a rule of another form: ${rule}`);
  return {
    month: Number(month),
    week: Number(week),
    weekday: WEEKDAYS.indexOf(weekday) + 1,
  };
}

/**
 * Ireland's law has its standard time in summer, and the time zone database follows it. Several calendar apps refuse
 * daylight saving time that sets clocks back, or turn it around.
 */
function hasNegativeDaylightSaving(observances: readonly Observance[]): boolean {
  return observances.some(({ kind, from, to }) => kind === "DAYLIGHT" && to < from);
}

function exchangeKinds(block: string): string {
  const other: Record<string, string> = {
    STANDARD: "DAYLIGHT",
    DAYLIGHT: "STANDARD",
  };
  return block.replaceAll(
    /^(BEGIN|END):(STANDARD|DAYLIGHT)/gm,
    (_, edge: string, kind: string) => `${edge}:${other[kind]}`,
  );
}

function offsetAt(observances: readonly Observance[], at: Temporal.Instant): number {
  const { year } = at.toZonedDateTimeISO("UTC");
  const begun = observances
    .flatMap((observance) =>
      [year - 1, year, year + 1].map((of) => ({
        observance,
        begins: beginsIn(observance, of),
      })),
    )
    .filter(({ begins }) => begins <= at.epochMilliseconds)
    .toSorted((a, b) => b.begins - a.begins);
  return begun[0]?.observance.to ?? 0;
}

/** The instant at which an observance begins in a year, in milliseconds. */
function beginsIn({ yearly, from, time }: Observance, year: number): number {
  if (!yearly) return -Infinity;

  const { month, week, weekday } = yearly;
  const first = Temporal.PlainDate.from({
    year,
    month,
    day: 1,
  });
  const firstOfKind = first.add({ days: (weekday - first.dayOfWeek + 7) % 7 });
  const weeks = week === -1 ? Math.floor((first.daysInMonth - firstOfKind.day) / 7) : week - 1;
  const local = firstOfKind.add({ weeks }).toPlainDateTime(Temporal.PlainTime.from(`T${time}`));
  return local.toZonedDateTime("UTC").epochMilliseconds - from * 60_000;
}
