import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, escape } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { tzlib_get_ical_block } from "timezones-ical-library";
import { calendarTexts } from "./calendar-texts.ts";
import type { VersionedEntry } from "./calendar-entry.ts";

const REFRESH_S = 3600;

/** An iCalendar file (RFC 5545) with these entries. Equal entries give equal bytes. */
export function renderCalendar(name: string, entries: readonly VersionedEntry[]): Uint8Array {
  const calendar = ical({
    // The library does not escape the name.
    name: escape(name, false),
    prodId: { company: "Commonlane", product: "Commonlane", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
    timezone: { name: null, generator: (timeZone) => findTimeZone(timeZone)?.definition ?? null },
  });
  for (const entry of entries) addEntry(calendar, entry);
  return new TextEncoder().encode(calendar.toString().replaceAll(`\r\n${RELATED_TO}:`, "\r\nRELATED-TO:"));
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
    description: calendarTexts.reminder(entry.title),
  });
}

/** To the second. The library would read a Date in the server's time zone. */
const toInstant = (at: Date) => Temporal.Instant.fromEpochMilliseconds(Math.floor(at.getTime() / 1000) * 1000);

/**
 * A time zone's VTIMEZONE and the name it has there, which can differ from an older name. Undefined for unknown zones;
 * times are in UTC then.
 */
function findTimeZone(timeZone: string): { readonly id: string; readonly definition: string } | undefined {
  const [definition, parameter] = tzlib_get_ical_block(timeZone);
  if (!definition || !parameter) return undefined;
  return { id: parameter.replace(/^TZID=/, ""), definition };
}
