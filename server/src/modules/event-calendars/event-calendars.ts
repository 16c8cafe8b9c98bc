import { createHash } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type {
  EventCalendar,
  EventCalendarFailure,
  NewEventCalendar,
} from "@commonlane/contract/event-calendars";
import {
  EVENT_CALENDARS_MAX,
  EVENT_TITLE_MAX_LENGTH,
  NOTE_MAX_LENGTH,
} from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import {
  type CalendarEvent,
  findCalendarDigests,
  followCalendar,
  leaveCalendar,
} from "#modules/events/index.ts";
import { createGeocoder } from "#modules/places/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import {
  type Context,
  type InTransaction,
  type OutsideContext,
  transaction,
} from "#platform/context.ts";
import { lockName } from "#platform/db/locks.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { downloadForImport } from "#platform/upstream/download-public-file.ts";
import { readPublicUrl } from "#platform/upstream/public-addresses.ts";
import {
  type CalendarRow,
  claimDueCalendar,
  deleteCalendar,
  findCalendar,
  findCalendars,
  lockCalendar,
  recordFailure,
  recordRefresh,
  saveCalendar,
} from "./event-calendars.store.ts";
import { findEventPlace } from "./find-event-place.ts";
import type { Occurrence, ReadCalendar } from "./read-calendar.ts";

const AHEAD_MS = 60 * DAY_MS;
const REFRESH_EVERY_MS = 6 * 3_600_000;
/** The web app waits for 10 s. */
const DOWNLOAD = {
  accept: "text/calendar, */*",
  maxBytes: 5_000_000,
  timeoutMs: 5_000,
};

export async function listCalendars(ctx: Context): Promise<{ items: EventCalendar[] }> {
  return { items: (await findCalendars(ctx)).map(viewCalendar) };
}

/** @throws Problem invalid_input, import_unreachable, calendar_unreadable or event_calendars_enough */
export async function addCalendar(
  ctx: OutsideContext,
  uid: string,
  calendar: NewEventCalendar,
): Promise<EventCalendar> {
  readPublicUrl(ctx, "url", calendar.url);
  const known = (await findCalendars(ctx)).find(({ url }) => url === calendar.url);
  const place = calendar.defaultPlace ?? null;
  const plan = await planRefresh(ctx, known?.id, calendar.url, place);

  const row = await transaction(ctx, async (ctx) => {
    // So that two that are added at once are both counted.
    await lockName(ctx, "event-calendars");
    const others = (await findCalendars(ctx)).filter(({ url }) => url !== calendar.url);
    if (others.length >= EVENT_CALENDARS_MAX) throw new Problem("event_calendars_enough");
    const saved = await saveCalendar(ctx, calendar, uid, nextRefresh(ctx));
    return applyPlan(ctx, saved, plan);
  });
  return viewCalendar(row);
}

/** @throws Problem not_found, import_unreachable or calendar_unreadable */
export async function refreshNow(ctx: OutsideContext, id: string): Promise<EventCalendar> {
  const calendar = await findCalendar(ctx, id);
  if (!calendar) throw new Problem("not_found");
  return viewCalendar(await refresh(ctx, calendar));
}

/** Its events that are not over are cancelled. @throws Problem not_found */
export async function removeCalendar(ctx: Context, id: string): Promise<{ success: boolean }> {
  await transaction(ctx, async (ctx) => {
    if (!(await lockCalendar(ctx, id))) throw new Problem("not_found");
    await leaveCalendar(ctx, id);
    await deleteCalendar(ctx, id);
  });
  return { success: true };
}

export const eventCalendarSweeps: readonly Sweep[] = [
  { name: "event-calendar.refreshed", everyS: 600, runOutside: refreshNextDue },
];

/** Returns true if another one may be due. */
async function refreshNextDue(ctx: OutsideContext): Promise<boolean> {
  const calendar = await claimDueCalendar(ctx, nextRefresh(ctx));
  if (!calendar) return false;
  try {
    await refresh(ctx, calendar);
  } catch (error) {
    ctx.log.warn(
      {
        err: error,
        calendar: calendar.id,
      },
      "a calendar could not be refreshed",
    );
  }
  return true;
}

async function refresh(ctx: OutsideContext, calendar: CalendarRow): Promise<CalendarRow> {
  const { id, url, default_place } = calendar;
  const plan = await planRefresh(ctx, id, url, default_place).catch(async (error: unknown) => {
    if (error instanceof Problem)
      await recordFailure(ctx, id, FAILURES[error.code] ?? "unreachable");
    throw error;
  });
  return transaction(ctx, async (ctx) => {
    const current = await lockCalendar(ctx, id);
    if (!current) throw new Problem("not_found");
    return applyPlan(ctx, current, plan);
  });
}

const FAILURES: Readonly<Record<string, EventCalendarFailure>> = {
  calendar_unreadable: "unreadable",
};

interface RefreshPlan extends Pick<ReadCalendar, "leftOut" | "completeUntil"> {
  readonly changed: readonly CalendarEvent[];
  readonly keptKeys: readonly string[];
  /** Of each event whose place is not found. */
  readonly unplaced: readonly string[];
}

/** Loads a calendar and finds the places of what is new in it. Changes nothing. */
async function planRefresh(
  ctx: OutsideContext,
  id: string | undefined,
  url: string,
  defaultPlace: Place | null,
): Promise<RefreshPlan> {
  const { occurrences, leftOut, completeUntil } = await loadCalendar(ctx, url, defaultPlace);
  const known = id === undefined ? new Map<string, string>() : await findCalendarDigests(ctx, id);
  const findPlace = placeFinder(ctx);
  const changed: CalendarEvent[] = [];
  const keptKeys: string[] = [];
  const unplaced: string[] = [];

  for (const occurrence of occurrences) {
    const key = hash(occurrence.key);
    const digest = hash(JSON.stringify([occurrence, defaultPlace]));
    if (known.get(key) === digest) {
      keptKeys.push(key);
      continue;
    }
    const found = await findPlace(occurrence.location);
    const place = found ?? defaultPlace;
    if (place)
      changed.push({
        ...toDetails(occurrence, found),
        place,
        key,
        digest,
      });
    else unplaced.push(shorten(occurrence.location, 200));
  }
  return {
    changed,
    keptKeys,
    unplaced,
    leftOut,
    completeUntil,
  };
}

const hash = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** @throws Problem import_unreachable or calendar_unreadable */
async function loadCalendar(
  ctx: OutsideContext,
  url: string,
  defaultPlace: Place | null,
): Promise<ReadCalendar> {
  const bytes = await downloadForImport(ctx, url, DOWNLOAD);
  const from = ctx.now();
  const until = new Date(from.getTime() + AHEAD_MS);
  const home = defaultPlace ?? ctx.community.region;
  const timeZone = home ? timeZoneAt(home) : "UTC";
  try {
    // Loaded when a calendar is read: the library would be a twentieth of a start.
    const { readCalendar } = await import("./read-calendar.ts");
    return readCalendar(bytes, {
      from,
      until,
      timeZone,
    });
  } catch (cause) {
    throw new Problem("calendar_unreadable", { cause });
  }
}

/** Asks the place search once for each text. */
function placeFinder(ctx: OutsideContext): (text: string) => Promise<Place | undefined> {
  const geocoder = createGeocoder(ctx)(ctx);
  const asked = new Map<string, Promise<Place | undefined>>();
  return (text) => {
    const before = asked.get(text);
    if (before) return before;

    const found = findEventPlace(ctx, geocoder, text);
    asked.set(text, found);
    return found;
  };
}

/** Texts within the limits of an event. The text of a place that is not found is part of the description. */
function toDetails(occurrence: Occurrence, found: Place | undefined) {
  const { title, description, location, website, startsAt, endsAt } = occurrence;
  const texts = found ? [description] : [location, description];
  const shortTitle = shorten(maskText(title, false), EVENT_TITLE_MAX_LENGTH);
  return {
    title: shortTitle || "–",
    description: shorten(texts.filter(Boolean).join("\n"), NOTE_MAX_LENGTH),
    website,
    startsAt,
    endsAt,
  };
}

function shorten(text: string, max: number): string {
  const clean = text.trim();
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).toWellFormed()}…`;
}

async function applyPlan(
  ctx: InTransaction,
  { id, added_by }: CalendarRow,
  { changed, keptKeys, completeUntil, unplaced, leftOut }: RefreshPlan,
): Promise<CalendarRow> {
  await followCalendar(ctx, {
    calendarId: id,
    creatorUid: added_by,
    changed,
    keptKeys,
    completeUntil,
  });
  const byLocation = Map.groupBy(unplaced, (location) => location);
  return recordRefresh(ctx, id, {
    events: keptKeys.length + changed.length,
    leftOut,
    unplaced: [...byLocation].map(([location, all]) => ({
      location,
      events: all.length,
    })),
    refreshAt: nextRefresh(ctx),
  });
}

const nextRefresh = ({ now }: Context): Date => new Date(now().getTime() + REFRESH_EVERY_MS);

const viewCalendar = (row: CalendarRow): EventCalendar => ({
  id: row.id,
  name: row.name,
  url: row.url,
  defaultPlace: row.default_place,
  refreshedAt: row.refreshed_at?.toISOString() ?? null,
  failure: row.failure,
  events: row.events,
  leftOut: row.left_out,
  unplaced: row.unplaced,
});
