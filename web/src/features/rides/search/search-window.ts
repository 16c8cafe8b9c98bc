import { HOUR_MS } from "@commonlane/contract/durations";
import type { rides } from "@commonlane/contract/rides";
import type { Input } from "@commonlane/contract/endpoint";
import { addDays, todayAt, toInstant } from "#shared/formatting/time-zones.ts";
import { timeZoneOf } from "#shared/places/place-choice.ts";
import { type Filters, toFilterQuery } from "./search-filters.ts";
import { FLEXIBLE_DAYS, type SearchCriteria, type CompleteSearchCriteria } from "./search-url.ts";

const AROUND_MS = 2 * HOUR_MS;

export type SearchQuery = Input<typeof rides.search>["query"];
export type DaysQuery = Input<typeof rides.days>["query"];
interface DepartureWindow {
  departsAfter: string;
  departsBefore: string;
  at?: string;
}

/** The day that it is now in the time zone of the criteria; a search finds nothing before. */
export const todayOfSearch = ({ from }: Pick<SearchCriteria, "from">, now = new Date()): string =>
  todayAt(timeZoneOf(from), now);

/** Departure window: two hours around the time, the whole local day, or flexible days around it, nearest first. */
export function getDepartureWindow({
  day,
  time,
  flexible,
  from,
}: Pick<SearchCriteria, "day" | "time" | "flexible" | "from">): DepartureWindow {
  const zone = timeZoneOf(from);
  if (flexible) {
    const window = daysWindow(zone, addDays(day, -FLEXIBLE_DAYS), 2 * FLEXIBLE_DAYS + 1);
    return {
      ...window,
      at: toIso(instantOf(zone, day, "12:00")),
    };
  }
  if (time === null) return daysWindow(zone, day, 1);
  const at = instantOf(zone, day, time);
  return {
    departsAfter: toIso(at - AROUND_MS),
    departsBefore: toIso(at + AROUND_MS),
    at: toIso(at),
  };
}

/** Criteria as a query of the search endpoint. */
export function toSearchQuery(criteria: CompleteSearchCriteria): SearchQuery {
  return {
    ...placesAndSeats(criteria),
    ...getDepartureWindow(criteria),
  };
}

/** Criteria as a query of the endpoint that counts rides on the days around theirs. */
export function toDaysQuery(
  criteria: CompleteSearchCriteria,
  filters: Filters,
  around: number,
): DaysQuery {
  return {
    ...placesAndSeats(criteria),
    ...toFilterQuery(filters),
    date: criteria.day,
    timeZone: timeZoneOf(criteria.from),
    around,
  };
}

const placesAndSeats = ({ from, to, seats, walkM }: CompleteSearchCriteria) => ({
  fromLat: from.lat,
  fromLng: from.lng,
  toLat: to.lat,
  toLng: to.lng,
  seats,
  walkM,
});

function daysWindow(zone: string, day: string, days: number): DepartureWindow {
  const end = instantOf(zone, addDays(day, days), "00:00") - 1;
  return {
    departsAfter: toIso(instantOf(zone, day, "00:00")),
    departsBefore: toIso(end),
  };
}

function instantOf(zone: string, day: string, time: string): number {
  const at = toInstant(zone, day, time);
  if (!at) throw new RangeError(`Not a date and a time: ${day} ${time}`);
  return at.getTime();
}

const toIso = (ms: number): string => new Date(ms).toISOString();
