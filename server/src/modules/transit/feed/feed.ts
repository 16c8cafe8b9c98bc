/** How people travel, by the numbers that are stored. */
export const MODES = ["tram", "metro", "train", "bus", "ferry", "cableCar"] as const;
export type Mode = (typeof MODES)[number];

export interface Agency {
  readonly name: string;
  readonly url: string;
  readonly timeZone: string;
}

/**
 * A compiled timetable. Stops, lines, trips and services are numbers that count from 0; strings and typed arrays are
 * indexed by them. Times are seconds after noon minus 12 hours of the service day, and may exceed 24 hours.
 */
export interface Feed {
  readonly agencies: readonly Agency[];

  /** A station, or a stop that belongs to none. */
  readonly stationIds: readonly string[];
  readonly stationNames: readonly string[];
  readonly stationLats: Float64Array;
  readonly stationLngs: Float64Array;

  /** Where vehicles stop: a platform of a station, or the stop itself. */
  readonly stopStations: Int32Array;
  readonly stopPlatforms: readonly string[];
  readonly stopLats: Float64Array;
  readonly stopLngs: Float64Array;

  readonly lineNames: readonly string[];
  readonly lineModes: Uint8Array;
  readonly lineAgencies: Int32Array;

  /**
   * Trips of one line with the same stops, of which none overtakes another. Pattern p has the stops from
   * `patternStops[p]` to `patternStops[p + 1]` in `calls`, and the trips from `patternTrips[p]` on. The time of trip t
   * of pattern p at its n-th stop is at `patternTimes[p] + (t - patternTrips[p]) * stops + n`.
   */
  readonly patternLines: Int32Array;
  readonly patternStops: Int32Array;
  readonly patternTrips: Int32Array;
  readonly patternTimes: Int32Array;
  readonly calls: Int32Array;
  /** 1: passengers may get in, 2: passengers may get out; 3: both. */
  readonly callRights: Uint8Array;
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
  readonly tripServices: Int32Array;
  readonly tripHeadsigns: Int32Array;
  readonly headsigns: readonly string[];
  /** Names in the feed, with which trip updates refer to trips and stops; only if the timetable has an address of them. */
  readonly tripIds?: readonly string[];
  readonly stopIds?: readonly string[];

  /** Days since 1970-01-01. Service s runs on `firstDay + n` if bit n of its row in `serviceDays` is set. */
  readonly firstDay: number;
  readonly dayCount: number;
  readonly serviceDays: Uint8Array;

  /** Changes with a time of their own, in seconds; -1: passengers cannot change here. */
  readonly transferFrom: Int32Array;
  readonly transferTo: Int32Array;
  readonly transferS: Int32Array;
}

export const BOARD = 1;
export const ALIGHT = 2;

/** Bytes of a service in `serviceDays`. */
export const serviceBytes = (dayCount: number): number => Math.ceil(dayCount / 8);

/** Whether a service runs on a day. */
export function runsOn(feed: Feed, service: number, day: number): boolean {
  const n = day - feed.firstDay;
  if (n < 0 || n >= feed.dayCount) return false;
  const byte = feed.serviceDays[service * serviceBytes(feed.dayCount) + (n >> 3)] ?? 0;
  return (byte & (1 << (n & 7))) !== 0;
}
