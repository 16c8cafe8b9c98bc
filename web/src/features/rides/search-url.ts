import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_SEATS_MAX, WALK_DEFAULT_M, WALK_MAX_M } from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import { dayFromNow } from "#shared/forms/search-draft.ts";
import { readPlace, writePlace } from "./place-text.ts";

/** Where somebody looks from or to; the zone is known for some places only. */
export type Spot = Place & { readonly timeZone?: string | undefined };

/** What somebody looks for. It lives in the address, so that it can be shared and found again. */
export interface RideWish {
  readonly from: Spot | null;
  readonly to: Spot | null;
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
export interface WholeWish extends RideWish {
  readonly from: Spot;
  readonly to: Spot;
}

export const isWhole = (wish: RideWish): wish is WholeWish => wish.from !== null && wish.to !== null;

const NAMES = ["from", "to", "on", "at", "flexible", "zone", "seats", "walk"] as const;

/** Reads a wish from an address; what is missing or wrong there has its usual value. */
export function readWish(params: URLSearchParams, now = new Date()): RideWish {
  const from = readPlace(params.get("from"));
  const zone = params.get("zone");
  const time = params.get("at") ?? "";
  const flexible = params.get("flexible") === "1";
  return {
    from: from && zone && isZone(zone) ? { ...from, timeZone: zone } : from,
    to: readPlace(params.get("to")),
    day: dayIn(params.get("on")) ?? dayFromNow(1, now),
    time: !flexible && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null,
    flexible,
    seats: wholeNumber(params.get("seats"), 1, RIDE_SEATS_MAX) ?? 1,
    walkM: wholeNumber(params.get("walk"), 0, WALK_MAX_M) ?? WALK_DEFAULT_M,
  };
}

/** Puts a wish into an address and leaves everything else of it as it is; usual values are left out. */
export function writeWish(wish: RideWish, onto: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const params = new URLSearchParams(onto);
  for (const name of NAMES) params.delete(name);
  if (wish.from) params.set("from", writePlace(wish.from));
  if (wish.to) params.set("to", writePlace(wish.to));
  params.set("on", wish.day);
  if (wish.flexible) params.set("flexible", "1");
  else if (wish.time) params.set("at", wish.time);
  if (wish.from?.timeZone) params.set("zone", wish.from.timeZone);
  if (wish.seats !== 1) params.set("seats", String(wish.seats));
  if (wish.walkM !== WALK_DEFAULT_M) params.set("walk", String(wish.walkM));
  return params;
}

/** So many days before and after its own a flexible wish means. */
export const FLEXIBLE_DAYS = 3;

/** A calendar date so many days later. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function dayIn(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  // The 31st of a shorter month is read as a day of the next one.
  return daysAfter(text, 0) === text ? text : undefined;
}

function wholeNumber(text: string | null, least: number, most: number): number | undefined {
  if (text === null || !/^\d{1,5}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
