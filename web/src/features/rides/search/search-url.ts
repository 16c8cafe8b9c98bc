import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_SEATS_MAX, WALK_DEFAULT_M, WALK_MAX_M } from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import { calendarDayFromNow } from "#shared/forms/search-draft.ts";
import { parsePlaceParam, formatPlaceParam } from "../place-param.ts";

/** Where somebody looks from or to; the zone is known for some places only. */
export type SearchPlace = Place & { readonly timeZone?: string | undefined };

/** What somebody looks for. It lives in the address, so that it can be shared and found again. */
export interface SearchCriteria {
  readonly from: SearchPlace | null;
  readonly to: SearchPlace | null;
  /** A calendar date, YYYY-MM-DD, where the way begins. */
  readonly day: string;
  /** HH:MM there; null for any time of the day. */
  readonly time: string | null;
  /** Some days earlier or later would do, too; then no time is meant. */
  readonly flexible: boolean;
  readonly seats: number;
  /** The most to walk at either end, in metres. */
  readonly walkM: number;
}
/** A wish that says enough to look for rides. */
export interface CompleteSearchCriteria extends SearchCriteria {
  readonly from: SearchPlace;
  readonly to: SearchPlace;
}

export const isComplete = (criteria: SearchCriteria): criteria is CompleteSearchCriteria =>
  criteria.from !== null && criteria.to !== null;

const PARAM_NAMES = ["from", "to", "on", "at", "flexible", "zone", "seats", "walk"] as const;

/** Reads a wish from an address; what is missing or wrong there has its usual value. */
export function readSearchCriteria(params: URLSearchParams, now = new Date()): SearchCriteria {
  const from = parsePlaceParam(params.get("from"));
  const timeZone = params.get("zone");
  const time = params.get("at") ?? "";
  const flexible = params.get("flexible") === "1";
  return {
    from: from && timeZone && isTimeZone(timeZone) ? { ...from, timeZone: timeZone } : from,
    to: parsePlaceParam(params.get("to")),
    day: parseDate(params.get("on")) ?? calendarDayFromNow(1, now),
    time: !flexible && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null,
    flexible,
    seats: parseInteger(params.get("seats"), 1, RIDE_SEATS_MAX) ?? 1,
    walkM: parseInteger(params.get("walk"), 0, WALK_MAX_M) ?? WALK_DEFAULT_M,
  };
}

/** Puts a wish into an address and leaves everything else of it as it is; usual values are left out. */
export function writeSearchCriteria(
  criteria: SearchCriteria,
  target: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const params = new URLSearchParams(target);
  for (const name of PARAM_NAMES) params.delete(name);
  if (criteria.from) params.set("from", formatPlaceParam(criteria.from));
  if (criteria.to) params.set("to", formatPlaceParam(criteria.to));
  params.set("on", criteria.day);
  if (criteria.flexible) params.set("flexible", "1");
  else if (criteria.time) params.set("at", criteria.time);
  if (criteria.from?.timeZone) params.set("zone", criteria.from.timeZone);
  if (criteria.seats !== 1) params.set("seats", String(criteria.seats));
  if (criteria.walkM !== WALK_DEFAULT_M) params.set("walk", String(criteria.walkM));
  return params;
}

/** So many days before and after its own a flexible wish means. */
export const FLEXIBLE_DAYS = 3;

/** A calendar date so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function parseDate(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  // The 31st of a shorter month is read as a day of the next one.
  return addDays(text, 0) === text ? text : undefined;
}

function parseInteger(text: string | null, min: number, max: number): number | undefined {
  if (text === null || !/^\d{1,5}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
