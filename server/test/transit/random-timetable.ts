import type { SeededRandom } from "#modules/demo/seeded-random.ts";
import { type FeedTables, gtfsTime } from "./write-feed.ts";

/** A timetable as it was thought up, before it is written as GTFS. */
export interface RandomTimetable {
  readonly stops: readonly { readonly lat: number; readonly lng: number }[];
  readonly trips: readonly RandomTrip[];
  /** Seconds; -1 if changing is not possible here. */
  readonly transfers: readonly { from: number; to: number; seconds: number }[];
  readonly tables: FeedTables;
}
export interface RandomTrip {
  /** Days of the month on which it runs. */
  readonly days: readonly number[];
  readonly calls: readonly RandomCall[];
  /** Departs every so many seconds from its first departure until before `endS`. */
  readonly repeats?: { readonly everyS: number; readonly endS: number };
}
interface RandomCall {
  readonly stop: number;
  readonly arrivesS: number;
  readonly departsS: number;
  readonly boards: boolean;
  readonly alights: boolean;
}

/** Clocks in Zurich are put forward on 29 March 2026. */
export const MONTH = "202603";
export const FIRST_DAY = 27;
const DAYS = [27, 28, 29, 30, 31];

/**
 * A few stops, some in walking distance, with lines that share them, overtake each other, run in circles, after
 * midnight and at intervals.
 */
export function createRandomTimetable(random: SeededRandom): RandomTimetable {
  const stopCount = 4 + random.integer(0, 7);
  const stops = Array.from({ length: stopCount }, () => ({
    lat: 47 + random.integer(0, 29) * 0.002,
    lng: 9.5 + random.integer(0, 9) * 0.002,
  }));
  const trips = Array.from({ length: 2 + random.integer(0, 5) }, () =>
    randomLine(random, stopCount),
  ).flat();
  const transfers = Array.from({ length: random.integer(0, 3) }, () => ({
    from: random.integer(0, stopCount - 1),
    to: random.integer(0, stopCount - 1),
    seconds: random.integer(0, 4) === 0 ? -1 : 60 * random.integer(0, 14),
  }));
  const unique = [...new Map(transfers.map((t) => [`${t.from}-${t.to}`, t])).values()];
  return { stops, trips, transfers: unique, tables: toTables(stops, trips, unique) };
}

function randomLine(random: SeededRandom, stopCount: number): RandomTrip[] {
  const stops = Array.from({ length: 2 + random.integer(0, 4) }, () =>
    random.integer(0, stopCount - 1),
  );
  const rights = stops.map(() => ({
    boards: random.integer(0, 7) > 0,
    alights: random.integer(0, 7) > 0,
  }));
  return Array.from({ length: 1 + random.integer(0, 5) }, () => {
    let atS = 3600 * random.integer(0, 26) + 60 * random.integer(0, 59);
    const calls = stops.map((stop, n) => {
      const arrivesS = atS;
      const departsS = arrivesS + 60 * random.integer(0, 3);
      atS = departsS + 60 * (1 + random.integer(0, 24));
      return { stop, arrivesS, departsS, ...(rights[n] ?? { boards: true, alights: true }) };
    });
    const days = DAYS.filter(() => random.integer(0, 2) > 0);
    const firstS = calls[0]?.departsS ?? 0;
    const repeats = {
      everyS: 60 * (5 + random.integer(0, 49)),
      endS: firstS + 3600 * random.integer(0, 3),
    };
    return { days, calls, ...(random.integer(0, 5) === 0 && { repeats }) };
  });
}

function toTables(
  stops: RandomTimetable["stops"],
  trips: readonly RandomTrip[],
  transfers: RandomTimetable["transfers"],
): FeedTables {
  return {
    "agency.txt": [
      ["agency_name", "agency_url", "agency_timezone"],
      ["Random", "https://random.example", "Europe/Zurich"],
    ],
    "stops.txt": [
      ["stop_id", "stop_name", "stop_lat", "stop_lon"],
      ...stops.map(({ lat, lng }, n) => [`s${n}`, `Stop ${n}`, lat, lng]),
    ],
    "routes.txt": [
      ["route_id", "route_short_name", "route_type"],
      ["r", "R", 3],
    ],
    "trips.txt": [
      ["route_id", "service_id", "trip_id"],
      ...trips.map((_, n) => ["r", `service${n}`, `t${n}`]),
    ],
    "stop_times.txt": [
      [
        "trip_id",
        "stop_id",
        "stop_sequence",
        "arrival_time",
        "departure_time",
        "pickup_type",
        "drop_off_type",
      ],
      ...trips.flatMap(({ calls }, n) =>
        calls.map((call, k) => [
          `t${n}`,
          `s${call.stop}`,
          k,
          gtfsTime(call.arrivesS),
          gtfsTime(call.departsS),
          call.boards ? 0 : 1,
          call.alights ? 0 : 1,
        ]),
      ),
    ],
    "calendar_dates.txt": [
      ["service_id", "date", "exception_type"],
      // So that the calendar has a day in any case.
      ["other", `${MONTH}${FIRST_DAY}`, 1],
      ...trips.flatMap(({ days }, n) => days.map((day) => [`service${n}`, `${MONTH}${day}`, 1])),
    ],
    "frequencies.txt": [
      ["trip_id", "start_time", "end_time", "headway_secs"],
      ...trips.flatMap(({ calls, repeats }, n) =>
        repeats
          ? [[`t${n}`, gtfsTime(calls[0]?.departsS ?? 0), gtfsTime(repeats.endS), repeats.everyS]]
          : [],
      ),
    ],
    "transfers.txt": [
      ["from_stop_id", "to_stop_id", "transfer_type", "min_transfer_time"],
      ...transfers.map(({ from, to, seconds }) => [
        `s${from}`,
        `s${to}`,
        seconds < 0 ? 3 : 2,
        Math.max(0, seconds),
      ]),
    ],
  };
}
