import { FeedError, type FeedFiles, type FeedProblems } from "./feed-files.ts";
import { ALIGHT, BOARD } from "./feed.ts";
import { parseTime } from "./gtfs-fields.ts";
import { type GrowingArray, growingInts } from "@commonlane/geo/growing-array";
import type { Lines } from "./read-lines.ts";
import type { Services } from "./read-services.ts";
import type { StopTable } from "./read-stops.ts";

/** Bounds the memory of an import: about 30 bytes each. A country the size of Germany has more; its states have less. */
const STOP_TIMES_MAX = 40_000_000;
/** Set for times that the feed leaves out. */
const NO_TIME = -1;

export interface Trips {
  readonly ids: ReadonlyMap<string, number>;
  readonly lines: GrowingArray<Int32Array>;
  readonly services: GrowingArray<Int32Array>;
  readonly headsigns: GrowingArray<Int32Array>;
  readonly headsignTexts: string[];
}

/** Stop times in the order of trips and stops: those of trip t begin at `starts[t]`. */
export interface StopTimes {
  readonly starts: Int32Array;
  readonly stops: Int32Array;
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
  readonly rights: Uint8Array;
}

/** Reads trips.txt. Trips of lines that are left out are skipped. */
export async function readTrips(
  files: FeedFiles,
  problems: FeedProblems,
  {
    lines,
    services,
  }: {
    readonly lines: Lines;
    readonly services: Services;
  },
): Promise<Trips> {
  const ids = new Map<string, number>();
  const headsignTexts: string[] = [];
  const headsignIndexes = new Map<string, number>();
  const trips = {
    lines: growingInts(),
    services: growingInts(),
    headsigns: growingInts(),
  };
  const columns = ["trip_id", "route_id", "service_id"];
  const isLine = await readIds(files, "routes.txt", "route_id");
  await files.eachRow("trips.txt", columns, (row, line) => {
    const id = row["trip_id"] ?? "";
    const route = row["route_id"] ?? "";
    const service = services.indexes.get(row["service_id"] ?? "");
    if (ids.has(id)) return problems.add("trips.txt", line, `The trip ${id} is there twice.`);
    if (!isLine.has(route)) return problems.add("trips.txt", line, `There is no route ${route}.`);
    const index = lines.indexes.get(route);
    ids.set(id, index === undefined ? SKIPPED : trips.lines.length);
    if (index === undefined) return;
    if (service === undefined) problems.warn("trips never run: their service has no calendar");
    const headsign = row["trip_headsign"] ?? "";
    const known = headsignIndexes.get(headsign);
    if (known === undefined) headsignIndexes.set(headsign, headsignTexts.push(headsign) - 1);
    trips.lines.push(index);
    trips.services.push(service ?? NEVER);
    trips.headsigns.push(headsignIndexes.get(headsign) ?? 0);
  });
  problems.assertNone();
  if (trips.lines.length === 0) throw new FeedError("trips.txt has no trip.");
  return {
    ids,
    ...trips,
    headsignTexts,
  };
}

/** A trip of a line that is left out. */
const SKIPPED = -1;
/** The service of trips that never run. */
export const NEVER = -1;

async function readIds(files: FeedFiles, file: string, column: string): Promise<Set<string>> {
  const ids = new Set<string>();
  await files.eachRow(file, [column], (row) => void ids.add(row[column] ?? ""));
  return ids;
}

/** Reads stop_times.txt, whose rows may be in any order. */
export async function readStopTimes(
  files: FeedFiles,
  problems: FeedProblems,
  trips: Trips,
  { indexes }: StopTable,
): Promise<StopTimes> {
  const rows = {
    trips: growingInts(),
    sequences: growingInts(),
    stops: growingInts(),
    arrivals: growingInts(),
    departures: growingInts(),
    rights: growingInts(),
  };
  const name = "stop_times.txt";
  const columns = ["trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time"];
  await files.eachRow(name, columns, (row, line) => {
    const trip = trips.ids.get(row["trip_id"] ?? "");
    if (trip === SKIPPED) return;
    const stop = indexes.get(row["stop_id"] ?? "");
    const sequence = Number(row["stop_sequence"] || Number.NaN);
    const arrival = readTime(row["arrival_time"]);
    const departure = readTime(row["departure_time"]);
    if (trip === undefined) return problems.add(name, line, `There is no trip ${row["trip_id"]}.`);
    if (stop === undefined) return problems.add(name, line, `There is no stop ${row["stop_id"]}.`);
    if (!Number.isInteger(sequence))
      return problems.add(name, line, `${row["stop_sequence"]} is no stop_sequence.`);
    if (arrival === undefined)
      return problems.add(name, line, `${row["arrival_time"]} is no time.`);
    if (departure === undefined)
      return problems.add(name, line, `${row["departure_time"]} is no time.`);
    if (rows.trips.length >= STOP_TIMES_MAX)
      throw new FeedError("The feed has more than 40 million stop times. Give a smaller area.");
    rows.trips.push(trip);
    rows.sequences.push(sequence);
    rows.stops.push(stop);
    rows.arrivals.push(arrival === NO_TIME ? departure : arrival);
    rows.departures.push(departure === NO_TIME ? arrival : departure);
    rows.rights.push(rightsOf(row["pickup_type"], row["drop_off_type"]));
  });
  problems.assertNone();
  return sortStopTimes(trips.lines.length, rows);
}

const readTime = (text: string | undefined): number | undefined =>
  text === undefined || text === "" ? NO_TIME : parseTime(text);

/** Trips that must be ordered by phone (2 and 3) are used: the line says that there is one. */
function rightsOf(pickupType: string | undefined, dropOffType: string | undefined): number {
  const board = pickupType === "1" ? 0 : BOARD;
  const alight = dropOffType === "1" ? 0 : ALIGHT;
  return board | alight;
}

type Rows = Readonly<
  Record<
    "trips" | "sequences" | "stops" | "arrivals" | "departures" | "rights",
    GrowingArray<Int32Array>
  >
>;

function sortStopTimes(tripCount: number, rows: Rows): StopTimes {
  const count = rows.trips.length;
  const starts = new Int32Array(tripCount + 1);
  for (let n = 0; n < count; n++) starts[rows.trips.at(n) + 1]!++;
  for (let t = 0; t < tripCount; t++) starts[t + 1]! += starts[t]!;

  const order = new Int32Array(count);
  const next = starts.slice();
  for (let n = 0; n < count; n++) order[next[rows.trips.at(n)]!++] = n;
  for (let t = 0; t < tripCount; t++)
    order
      .subarray(starts[t], starts[t + 1])
      .sort((a, b) => rows.sequences.at(a) - rows.sequences.at(b));
  return {
    starts,
    stops: order.map((n) => rows.stops.at(n)),
    arrivals: order.map((n) => rows.arrivals.at(n)),
    departures: order.map((n) => rows.departures.at(n)),
    rights: Uint8Array.from(order, (n) => rows.rights.at(n)),
  };
}

/**
 * Fills in the times that a feed leaves out between two known ones, in equal steps. Returns false if the trip cannot be
 * used: fewer than two stops, no time at an end, or times that run backwards.
 */
export function completeTimes(times: StopTimes, trip: number): boolean {
  const { arrivals, departures } = times;
  const from = times.starts[trip] ?? 0;
  const to = times.starts[trip + 1] ?? 0;
  if (to - from < 2 || arrivals[from] === NO_TIME || arrivals[to - 1] === NO_TIME) return false;
  let known = from;
  for (let n = from + 1; n < to; n++) {
    if (arrivals[n] === NO_TIME) continue;
    const start = departures[known]!;
    const step = (arrivals[n]! - start) / (n - known);
    for (let gap = known + 1; gap < n; gap++) {
      arrivals[gap] = Math.round(start + step * (gap - known));
      departures[gap] = arrivals[gap]!;
    }
    known = n;
  }
  for (let n = from; n < to; n++) {
    if (departures[n]! < arrivals[n]!) return false;
    if (n > from && arrivals[n]! < departures[n - 1]!) return false;
  }
  return true;
}

/** From `startS` until before `endS` a trip departs every `headwayS` seconds. */
export interface Frequency {
  readonly startS: number;
  readonly endS: number;
  readonly headwayS: number;
}

/** Shorter intervals are a mistake, and would multiply the trips. */
const HEADWAY_MIN_S = 30;

/** Reads frequencies.txt, by trip. */
export async function readFrequencies(
  files: FeedFiles,
  problems: FeedProblems,
  { ids }: Trips,
): Promise<Map<number, Frequency[]>> {
  const frequencies = new Map<number, Frequency[]>();
  const name = "frequencies.txt";
  const columns = ["trip_id", "start_time", "end_time", "headway_secs"];
  await files.eachRow(name, columns, (row, line) => {
    const trip = ids.get(row["trip_id"] ?? "");
    const startS = parseTime(row["start_time"] ?? "");
    const endS = parseTime(row["end_time"] ?? "");
    const headwayS = Number(row["headway_secs"] || Number.NaN);
    if (trip === SKIPPED) return;
    if (trip === undefined) return problems.add(name, line, `There is no trip ${row["trip_id"]}.`);
    if (startS === undefined || endS === undefined)
      return problems.add(name, line, "start_time or end_time is no time.");
    if (!(headwayS >= HEADWAY_MIN_S))
      return problems.add(name, line, `headway_secs is less than ${HEADWAY_MIN_S} seconds.`);
    const others = frequencies.get(trip) ?? [];
    others.push({
      startS,
      endS,
      headwayS,
    });
    frequencies.set(trip, others);
  });
  problems.assertNone();
  return frequencies;
}
