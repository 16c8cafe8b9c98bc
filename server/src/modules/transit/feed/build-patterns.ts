import type { FeedProblems } from "./feed-files.ts";
import type { Feed } from "./feed.ts";
import { completeTimes, type Frequency, NEVER, type StopTimes, type Trips } from "./read-trips.ts";

type Patterns = Pick<
  Feed,
  | "patternLines"
  | "patternStops"
  | "patternTrips"
  | "patternTimes"
  | "calls"
  | "callRights"
  | "arrivals"
  | "departures"
  | "tripServices"
  | "tripHeadsigns"
> & { readonly tripIds: readonly string[] };

/** A trip that runs as its stop times say, or `shiftS` later. */
interface Run {
  readonly trip: number;
  readonly shiftS: number;
}

/**
 * Groups trips by line and stops, and splits the groups so that no trip overtakes another: then the first trip that
 * departs after a time is also the first one to arrive everywhere.
 */
export function buildPatterns(
  trips: Trips,
  times: StopTimes,
  frequencies: ReadonlyMap<number, readonly Frequency[]>,
  problems: FeedProblems,
): Patterns {
  const groups = new Map<string, Run[]>();
  for (let trip = 0; trip < trips.lines.length; trip++) {
    if (trips.services.at(trip) === NEVER) continue;
    if (!completeTimes(times, trip)) {
      problems.warn("trips without valid times at two stops were left out");
      continue;
    }
    const key = keyOf(trips, times, trip);
    const group = groups.get(key) ?? [];
    for (const run of runsOf(times, trip, frequencies.get(trip))) group.push(run);
    groups.set(key, group);
  }
  const patterns = [...groups.values()].flatMap((runs) => withoutOvertaking(times, runs));
  return writePatterns(trips, times, patterns);
}

function keyOf({ lines }: Trips, { starts, stops, rights }: StopTimes, trip: number): string {
  const range = [starts[trip], starts[trip + 1]] as const;
  return `${lines.at(trip)}:${stops.subarray(...range).join(",")}:${rights.subarray(...range).join("")}`;
}

/** A trip with frequencies departs at each of its intervals instead of at its own time. */
function runsOf(
  { starts, departures }: StopTimes,
  trip: number,
  frequencies: readonly Frequency[] | undefined,
): Run[] {
  if (!frequencies) return [{ trip, shiftS: 0 }];
  const ownS = departures[starts[trip]!]!;
  return frequencies.flatMap(({ startS, endS, headwayS }) => {
    const count = Math.max(0, Math.ceil((endS - startS) / headwayS));
    return Array.from({ length: count }, (_, n) => ({
      trip,
      shiftS: startS + n * headwayS - ownS,
    }));
  });
}

function withoutOvertaking(times: StopTimes, runs: Run[]): Run[][] {
  const { starts, departures } = times;
  const startOf = ({ trip, shiftS }: Run) => departures[starts[trip]!]! + shiftS;
  const lanes: Run[][] = [];
  for (const run of runs.toSorted((a, b) => startOf(a) - startOf(b))) {
    const lane = lanes.find((lane) => followsAll(times, lane.at(-1), run));
    if (lane) lane.push(run);
    else lanes.push([run]);
  }
  return lanes;
}

/** Whether a run is nowhere earlier than the one before it. */
function followsAll(
  { starts, arrivals, departures }: StopTimes,
  before: Run | undefined,
  run: Run,
): boolean {
  if (!before) return true;
  const from = starts[run.trip]!;
  const other = starts[before.trip]!;
  const count = starts[run.trip + 1]! - from;
  const shiftS = run.shiftS - before.shiftS;
  for (let n = 0; n < count; n++) {
    if (arrivals[from + n]! + shiftS < arrivals[other + n]!) return false;
    if (departures[from + n]! + shiftS < departures[other + n]!) return false;
  }
  return true;
}

function writePatterns(trips: Trips, times: StopTimes, patterns: readonly Run[][]): Patterns {
  const stopCounts = patterns.map(([first]) => {
    const { trip } = first ?? { trip: 0 };
    return times.starts[trip + 1]! - times.starts[trip]!;
  });
  const patternStops = sums(stopCounts);
  const patternTrips = sums(patterns.map((runs) => runs.length));
  const patternTimes = sums(patterns.map((runs, p) => runs.length * stopCounts[p]!));
  const ids = new Map([...trips.ids].map(([id, trip]) => [trip, id]));
  const tripIds: string[] = [];
  const tripCount = patternTrips.at(-1) ?? 0;
  const timeCount = patternTimes.at(-1) ?? 0;
  const written = {
    patternLines: Int32Array.from(patterns, ([first]) => trips.lines.at(first?.trip ?? 0)),
    patternStops,
    patternTrips,
    patternTimes,
    calls: new Int32Array(patternStops.at(-1) ?? 0),
    callRights: new Uint8Array(patternStops.at(-1) ?? 0),
    arrivals: new Int32Array(timeCount),
    departures: new Int32Array(timeCount),
    tripServices: new Int32Array(tripCount),
    tripHeadsigns: new Int32Array(tripCount),
  };
  patterns.forEach((runs, p) => {
    const count = stopCounts[p]!;
    const first = times.starts[runs[0]?.trip ?? 0]!;
    written.calls.set(times.stops.subarray(first, first + count), patternStops[p]);
    written.callRights.set(times.rights.subarray(first, first + count), patternStops[p]);
    runs.forEach(({ trip, shiftS }, n) => {
      // Updates of a trip with frequencies do not say which of its departures they mean.
      tripIds.push(shiftS === 0 ? (ids.get(trip) ?? "") : "");
      const from = times.starts[trip]!;
      const to = patternTimes[p]! + n * count;
      for (let stop = 0; stop < count; stop++) {
        written.arrivals[to + stop] = times.arrivals[from + stop]! + shiftS;
        written.departures[to + stop] = times.departures[from + stop]! + shiftS;
      }
      written.tripServices[patternTrips[p]! + n] = trips.services.at(trip);
      written.tripHeadsigns[patternTrips[p]! + n] = trips.headsigns.at(trip);
    });
  });
  return { ...written, tripIds };
}

/** Where each part begins, and after the last one the total. */
function sums(counts: readonly number[]): Int32Array {
  const starts = new Int32Array(counts.length + 1);
  counts.forEach((count, n) => (starts[n + 1] = starts[n]! + count));
  return starts;
}
