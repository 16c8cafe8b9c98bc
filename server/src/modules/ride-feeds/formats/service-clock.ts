import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { LRUCache } from "lru-cache";
import { dayAfter, dayIn, instantAt, timeIn } from "#platform/time-zone.ts";

/** Times of GTFS, counted from noon minus 12 hours of a local day, so that they do not jump when clocks change. */
export interface ServiceClock {
  /** The service day of an instant, YYYYMMDD: its local day, or the one before if its own has not begun to count. */
  readonly dayOf: (atMs: number) => string;
  /** HH:MM:SS from the start of the service day of `startMs`; may exceed 24:00:00. */
  readonly timeOf: (atMs: number, startMs: number) => string;
  /** The local day (YYYY-MM-DD) and the seconds that a local clock shows. */
  readonly localTimeOf: (atMs: number) => LocalTime;
}

export interface LocalTime {
  readonly day: string;
  readonly seconds: number;
}

const REMEMBERED_MAX = 10_000;
const DAYS_MAX = 400;
const clocks = new LRUCache<string, ServiceClock>({
  max: 50,
  memoMethod: createServiceClock,
});

/** The clock of a time zone. All formats share it, because days are found slowly. */
export const serviceClock = (timeZone: string): ServiceClock => clocks.memo(timeZone);

function createServiceClock(timeZone: string): ServiceClock {
  let days: ServiceDay[] = [];
  // Rides come in the order of their departures, so that the next one is mostly on the same day.
  let latest: ServiceDay | undefined;

  const dayAt = (atMs: number): ServiceDay => {
    if (latest && isWithin(latest, atMs)) return latest;
    const known = days.find((day) => isWithin(day, atMs));
    latest = known ?? findServiceDay(timeZone, atMs);
    if (!known) days = [latest, ...days.slice(0, DAYS_MAX)];
    return latest;
  };

  return {
    dayOf: (atMs) => dayAt(atMs).name,
    timeOf: (atMs, startMs) => formatSeconds((atMs - dayAt(startMs).countsFromMs) / 1000),
    localTimeOf: (atMs) => {
      const { day, countsFromMs, isUniform } = dayAt(atMs);
      return isUniform
        ? { day, seconds: (atMs - countsFromMs) / 1000 }
        : timeIn(timeZone, new Date(atMs));
    },
  };
}

interface ServiceDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** YYYYMMDD. */
  readonly name: string;
  /** Noon minus 12 hours, which differs from midnight when clocks change. */
  readonly countsFromMs: number;
  readonly startsMs: number;
  readonly endsMs: number;
  /** True if clocks do not change on it, nor in the night that ends it. */
  readonly isUniform: boolean;
}

const isWithin = ({ startsMs, endsMs }: ServiceDay, atMs: number): boolean =>
  atMs >= startsMs && atMs < endsMs;

function findServiceDay(timeZone: string, atMs: number): ServiceDay {
  const day = dayIn(timeZone, new Date(atMs));
  const own = toServiceDay(timeZone, day);
  return atMs < own.startsMs ? toServiceDay(timeZone, dayAfter(day, -1)) : own;
}

/** Where clocks go back in the morning, a day counts from an hour after its midnight: times are never negative. */
function toServiceDay(timeZone: string, day: string): ServiceDay {
  const countsFromMs = countStart(timeZone, day);
  const midnightMs = instantAt(timeZone, day, "00:00").getTime();
  const nextDay = dayAfter(day, 1);
  const startsMs = Math.max(midnightMs, countsFromMs);
  const endsMs = Math.max(
    instantAt(timeZone, nextDay, "00:00").getTime(),
    countStart(timeZone, nextDay),
  );
  return {
    day,
    name: day.replaceAll("-", ""),
    countsFromMs,
    startsMs,
    endsMs,
    isUniform: midnightMs === countsFromMs && endsMs === midnightMs + DAY_MS,
  };
}

const countStart = (timeZone: string, day: string): number =>
  instantAt(timeZone, day, "12:00").getTime() - 12 * HOUR_MS;

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Times are rounded to five minutes, so that there are few. */
const times = new LRUCache<number, string>({
  max: REMEMBERED_MAX,
  memoMethod: (seconds) =>
    [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
      .map(twoDigits)
      .join(":"),
});

/** HH:MM:SS of the seconds of a day. */
export const formatSeconds = (seconds: number): string => times.memo(seconds);
