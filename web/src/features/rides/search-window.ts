import { HOUR_MS } from "@commonlane/contract/durations";
import type { rides } from "@commonlane/contract/rides";
import type { Input } from "@commonlane/contract/endpoint";
import { instantIn } from "#shared/wording/instants.ts";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { type Filters, filtersQuery } from "./found-filters.ts";
import { daysAfter, FLEXIBLE_DAYS, type RideWish, type WholeWish } from "./search-url.ts";

const AROUND_MS = 2 * HOUR_MS;

export type SearchQuery = Input<typeof rides.search>["query"];
export type DaysQuery = Input<typeof rides.days>["query"];
interface Window {
  departsAfter: string;
  departsBefore: string;
  at?: string;
}

/** The zone in which the day and the time of a wish are read: the origin's, or this device's where that is not known. */
const zoneOf = ({ from }: Pick<RideWish, "from">): string => from?.timeZone ?? ownTimeZone();

/**
 * When one may get in: two hours around the time, or the whole day from midnight to midnight as clocks there show it, or
 * some days around it, those near it first.
 */
export function windowOf({ day, time, flexible, from }: Pick<RideWish, "day" | "time" | "flexible" | "from">): Window {
  const zone = zoneOf({ from });
  if (flexible) {
    const window = daysWindow(zone, daysAfter(day, -FLEXIBLE_DAYS), 2 * FLEXIBLE_DAYS + 1);
    return { ...window, at: iso(instantOf(zone, day, "12:00")) };
  }
  if (time === null) return daysWindow(zone, day, 1);
  const at = instantOf(zone, day, time);
  return { departsAfter: iso(at - AROUND_MS), departsBefore: iso(at + AROUND_MS), at: iso(at) };
}

/** What the search call is asked for a wish. */
export function searchQuery(wish: WholeWish): SearchQuery {
  return { ...ends(wish), ...windowOf(wish) };
}

/** What the call is asked that counts a wish's rides on the days around its own. */
export function daysQuery(wish: WholeWish, filters: Filters, around: number): DaysQuery {
  return { ...ends(wish), ...filtersQuery(filters), date: wish.day, timeZone: zoneOf(wish), around };
}

const ends = ({ from, to, seats, walkM }: WholeWish) => ({
  fromLat: from.lat,
  fromLng: from.lng,
  toLat: to.lat,
  toLng: to.lng,
  seats,
  walkM,
});

function daysWindow(zone: string, day: string, days: number): Window {
  const end = instantOf(zone, daysAfter(day, days), "00:00") - 1;
  return { departsAfter: iso(instantOf(zone, day, "00:00")), departsBefore: iso(end) };
}

function instantOf(zone: string, day: string, time: string): number {
  const at = instantIn(zone, day, time);
  if (!at) throw new RangeError(`Not a date and a time: ${day} ${time}`);
  return at.getTime();
}

const iso = (ms: number): string => new Date(ms).toISOString();
