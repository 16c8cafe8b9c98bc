import { RIDE_SEATS_MAX, WALK_DEFAULT_M, WALK_MAX_M } from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import { isKnownTimeZone } from "@commonlane/contract/time-zones";
import { addDays } from "#shared/formatting/time-zones.ts";
import { proposedDay } from "#shared/forms/search-draft.ts";
import { formatPlaceParam, parsePlaceParam } from "../ride-segment.ts";

/** A searched place; the time zone is known for some places only. */
export type SearchPlace = Place & { readonly timeZone?: string | undefined };

/** Search criteria. They live in the URL, so that a search can be shared and bookmarked. */
export interface SearchCriteria {
  readonly from: SearchPlace | null;
  readonly to: SearchPlace | null;
  /** Calendar date at the origin, YYYY-MM-DD. */
  readonly day: string;
  /** HH:MM at the origin; null for any time of the day. */
  readonly time: string | null;
  /** True if nearby days are fine, too; `time` is null then. */
  readonly flexible: boolean;
  readonly seats: number;
  /** Maximum walk at each end, in metres. */
  readonly walkM: number;
}
/** Criteria with both ends, which are enough to search. */
export interface CompleteSearchCriteria extends SearchCriteria {
  readonly from: SearchPlace;
  readonly to: SearchPlace;
}

export const isComplete = (criteria: SearchCriteria): criteria is CompleteSearchCriteria =>
  criteria.from !== null && criteria.to !== null;

const PARAM_NAMES = ["from", "to", "on", "at", "flexible", "zone", "seats", "walk"] as const;

/** Reads criteria from URL parameters, with defaults for missing or invalid values. */
export function readSearchCriteria(params: URLSearchParams, now = new Date()): SearchCriteria {
  const from = parsePlaceParam(params.get("from"));
  const timeZone = params.get("zone");
  const time = params.get("at") ?? "";
  const flexible = params.get("flexible") === "1";
  return {
    from:
      from && timeZone && isKnownTimeZone(timeZone)
        ? {
            ...from,
            timeZone,
          }
        : from,
    to: parsePlaceParam(params.get("to")),
    day: parseDate(params.get("on")) ?? proposedDay(now),
    time: !flexible && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null,
    flexible,
    seats: parseInteger(params.get("seats"), 1, RIDE_SEATS_MAX) ?? 1,
    walkM: parseInteger(params.get("walk"), 0, WALK_MAX_M) ?? WALK_DEFAULT_M,
  };
}

/** Writes criteria into URL parameters, without defaults, and keeps all other parameters. */
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

/** Days before and after the selected day that a flexible search covers. */
export const FLEXIBLE_DAYS = 3;

function parseDate(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    return undefined;
  // JavaScript reads 31 April as 1 May, so such dates differ after parsing.
  return addDays(text, 0) === text ? text : undefined;
}

function parseInteger(text: string | null, min: number, max: number): number | undefined {
  if (text === null || !/^\d{1,5}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
