import type { Language } from "@commonlane/contract/languages";
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, escape } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { tzlib_get_ical_block, tzlib_get_timezones } from "timezones-ical-library";
import type { VersionedEntry } from "./calendar-entry.ts";

const REFRESH_S = 3600;

/** An iCalendar file (RFC 5545) with these entries. Equal entries give equal bytes. */
export function renderCalendar(language: Language, name: string, entries: readonly VersionedEntry[]): Uint8Array {
  const calendar = ical({
    // The library does not escape the name.
    name: escape(name, false),
    prodId: { company: "Commonlane", product: "Commonlane", language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
    timezone: { name: null, generator: (timeZone) => findTimeZone(timeZone)?.definition ?? null },
  });
  for (const entry of entries) addEntry(calendar, entry);
  const text = calendar.toString().replaceAll(`\r\n${RELATED_TO}:`, "\r\nRELATED-TO:");
  return new TextEncoder().encode(movePropertiesFirst(text));
}

/** The library writes only properties that it knows or that begin with `X-`. Texts cannot begin a line. */
const RELATED_TO = "X-COMMONLANE-RELATED-TO";

const STATUS = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

function addEntry(calendar: ReturnType<typeof ical>, entry: VersionedEntry): void {
  const { label, lat, lng } = entry.place;
  const event = calendar.createEvent({
    id: entry.id,
    sequence: entry.sequence,
    stamp: toInstant(entry.changedAt),
    lastModified: toInstant(entry.changedAt),
    start: toInstant(entry.startsAt),
    end: toInstant(entry.endsAt),
    timezone: findTimeZone(entry.timeZone)?.id ?? null,
    summary: entry.title,
    location: { title: label, geo: { lat, lon: lng } },
    description: entry.text,
    url: entry.url,
    status: STATUS[entry.status],
    ...(entry.seriesId !== null && { x: { [RELATED_TO]: entry.seriesId } }),
  });
  if (entry.reminderMinutes === null || entry.status === "cancelled") return;
  event.createAlarm({
    type: ICalAlarmType.display,
    triggerBefore: entry.reminderMinutes * 60,
    description: entry.title,
  });
}

/** To the second. The library would read a Date in the server's time zone. */
const toInstant = (at: Date) => Temporal.Instant.fromEpochMilliseconds(Math.floor(at.getTime() / 1000) * 1000);

/** In each component, properties come before the components in it (RFC 5545, section 3.6), which the library ignores. */
function movePropertiesFirst(text: string): string {
  interface Component {
    readonly lines: string[];
    readonly inner: string[];
  }
  const open: Component[] = [{ lines: [], inner: [] }];
  for (const line of text.split("\r\n")) {
    if (line.startsWith("BEGIN:")) open.push({ lines: [], inner: [] });
    const component = open.at(-1);
    if (!component) throw new Error("A calendar component ends twice.");
    if (line.startsWith("END:")) {
      open.pop();
      open.at(-1)?.inner.push(...component.lines, ...component.inner, line);
    } else component.lines.push(line);
  }
  const rest = open[0] ?? { lines: [], inner: [] };
  return [...rest.inner, ...rest.lines.filter(Boolean), ""].join("\r\n");
}

const KNOWN_TIME_ZONES: ReadonlySet<string> = new Set(tzlib_get_timezones());

/**
 * A time zone's VTIMEZONE and the name it has there, which can differ from an older name. Undefined for unknown zones;
 * times are in UTC then.
 */
function findTimeZone(timeZone: string): { readonly id: string; readonly definition: string } | undefined {
  // Hosts may have written it in another case.
  const { timeZone: name } = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions();
  if (!KNOWN_TIME_ZONES.has(name)) return undefined;
  const [definition, parameter] = tzlib_get_ical_block(name);
  if (!definition || !parameter) return undefined;
  return { id: parameter.replace(/^TZID=/, ""), definition };
}
