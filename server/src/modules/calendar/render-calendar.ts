import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, escape } from "ical-generator";
import type { Language } from "@commonlane/contract/languages";
import { Temporal } from "temporal-polyfill";
import { findDefinition, type TimeZoneDefinition } from "./time-zone-definition.ts";
import type { LatLng } from "@commonlane/contract/shapes";

const REFRESH_S = 3600;

/** An iCalendar file (RFC 5545) with these entries. Equal entries give equal bytes. */
export function renderCalendar(
  language: Language,
  name: string,
  entries: readonly VersionedEntry[],
): Uint8Array {
  const calendar = ical({
    // The library does not escape the name.
    name: escape(name, false),
    prodId: {
      company: "Commonlane",
      product: "Commonlane",
      language: language.toUpperCase(),
    },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
    timezone: {
      name: null,
      generator: (timeZone) => findDefinition(timeZone)?.text ?? null,
    },
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
    timezone: findTimeZone(entry)?.id ?? null,
    summary: entry.title,
    location: {
      title: label,
      geo: {
        lat,
        lon: lng,
      },
    },
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
const toInstant = (at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at.getTime() / 1000) * 1000);

/** In each component, properties come before the components in it (RFC 5545, section 3.6), which the library ignores. */
function movePropertiesFirst(text: string): string {
  interface Component {
    readonly lines: string[];
    readonly inner: string[];
  }
  const open: Component[] = [{ lines: [], inner: [] }];
  for (const line of text.split("\r\n")) {
    if (line.startsWith("BEGIN:"))
      open.push({
        lines: [],
        inner: [],
      });
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

/**
 * The time zone in which an entry is written. Undefined for UTC: if calendar apps do not know the zone, if its
 * definition has other times than the server's own data (they are of different age, or a country changes its rules), or
 * if clocks show a time twice. Every app then shows the same instant.
 */
function findTimeZone({
  timeZone,
  startsAt,
  endsAt,
}: VersionedEntry): TimeZoneDefinition | undefined {
  const definition = findDefinition(timeZone);
  if (!definition) return undefined;

  const isClear = [startsAt, endsAt].every((at) =>
    isClearIn(definition, toInstant(at).toZonedDateTimeISO(timeZone)),
  );
  return isClear ? definition : undefined;
}

function isClearIn({ offsetAt }: TimeZoneDefinition, at: Temporal.ZonedDateTime): boolean {
  if (offsetAt(at.toInstant()) * 60e9 !== at.offsetNanoseconds) return false;

  const local = at.toPlainDateTime();
  const first = local.toZonedDateTime(at.timeZoneId, { disambiguation: "earlier" });
  const last = local.toZonedDateTime(at.timeZoneId, { disambiguation: "later" });
  return first.equals(last);
}

/** One VEVENT, before it is known how often it has changed. */
export interface CalendarEntry {
  /** Id of the hosted ride, the seat request or the event; also its UID in calendars. */
  readonly id: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly timeZone: string;
  readonly title: string;
  readonly place: LatLng & { readonly label: string };
  readonly text: string;
  readonly url: string;
  readonly status: "confirmed" | "tentative" | "cancelled";
  readonly seriesId: string | null;
  readonly reminderMinutes: number | null;
}

/** An entry with its version. */
export interface VersionedEntry extends CalendarEntry {
  readonly sequence: number;
  readonly changedAt: Date;
}
