import type { Feed } from "../feed/feed.ts";
import { type Part, Pattern, startOfDay } from "./pattern.ts";
import { readTripUpdates } from "./trip-updates.ts";
import {
  type Change,
  type Footpaths,
  groupChanges,
  listChanges,
  StopIndex,
  type WalkingPace,
} from "./footpaths.ts";

export interface Station {
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/** All timetables of the server as one network, with the ways on foot between their stops. */
export class Network {
  readonly stopCount: number;
  readonly patternCount: number;
  readonly stops: StopIndex;
  readonly footpaths: Footpaths;
  /** The same from their ends, for searches backwards in time. */
  readonly footpathsTo: Footpaths;
  /** Patterns that stop at a stop: those of stop s are from `callStarts[s]` on. */
  readonly callStarts: Int32Array;
  readonly callPatterns: Int32Array;
  readonly callPositions: Int32Array;
  readonly #parts: readonly Part[];
  readonly #patterns: readonly Pattern[];
  readonly #stopParts: Uint16Array;

  constructor(
    feeds: readonly {
      readonly id: string;
      readonly feed: Feed;
    }[],
    pace: WalkingPace,
  ) {
    this.#parts = joinFeeds(feeds);
    this.stopCount = feeds.reduce((sum, { feed }) => sum + feed.stopStations.length, 0);
    this.patternCount = feeds.reduce((sum, { feed }) => sum + feed.patternLines.length, 0);
    this.#stopParts = partOfEach(this.#parts, ({ stopStations }) => stopStations.length);
    this.#patterns = this.#parts.flatMap((part) =>
      Array.from(part.feed.patternLines, (_, number) => new Pattern(part, number)),
    );
    this.stops = new StopIndex(
      joinFloats(feeds.map(({ feed }) => feed.stopLats)),
      joinFloats(feeds.map(({ feed }) => feed.stopLngs)),
    );
    const changes = listChanges(this.stops, this.stopCount, ownChanges(this.#parts), pace);
    this.footpaths = groupChanges(changes, this.stopCount, false);
    this.footpathsTo = groupChanges(changes, this.stopCount, true);
    const calls = indexCalls(this, this.#parts);
    this.callStarts = calls.starts;
    this.callPatterns = calls.patterns;
    this.callPositions = calls.positions;
  }

  /** The pattern's timetable, in the numbers of its own feed. */
  pattern(pattern: number): Pattern {
    return this.#patterns[pattern]!;
  }

  station(stop: number): Station {
    const { feed, firstStop, id } = this.#partOfStop(stop);
    const station = feed.stopStations[stop - firstStop] ?? 0;
    return {
      id: `${id}:${feed.stationIds[station] ?? ""}`,
      name: feed.stationNames[station] ?? "",
      lat: feed.stationLats[station] ?? 0,
      lng: feed.stationLngs[station] ?? 0,
    };
  }

  /** The number of a stop's station; equal for all its platforms. */
  stationNumber(stop: number): number {
    const { feed, firstStop, firstStation } = this.#partOfStop(stop);
    return firstStation + (feed.stopStations[stop - firstStop] ?? 0);
  }

  platform(stop: number): string {
    const { feed, firstStop } = this.#partOfStop(stop);
    return feed.stopPlatforms[stop - firstStop] ?? "";
  }

  /** All platforms of a station; none if there is no such station. */
  stopsOf(stationId: string): number[] {
    const part = this.#parts.find(({ id }) => stationId.startsWith(`${id}:`));
    const station = part?.feed.stationIds.indexOf(stationId.slice(part.id.length + 1)) ?? -1;
    if (!part || station < 0) return [];
    return [...part.feed.stopStations.keys()]
      .filter((stop) => part.feed.stopStations[stop] === station)
      .map((stop) => part.firstStop + stop);
  }

  /** Replaces the delays of a timetable by those of a GTFS-RT message. @throws Error if it is none */
  readUpdates(feedId: string, bytes: Uint8Array): void {
    const part = this.#partOf(feedId);
    if (part) part.updates = readTripUpdates(bytes, part.feed, (day) => startOfDay(part, day));
  }

  /** Forgets the delays of a timetable that were written before. */
  forgetUpdates(feedId: string, before: Date): void {
    const part = this.#partOf(feedId);
    if (part?.updates && part.updates.at < before) part.updates = undefined;
  }

  /** When the delays of a timetable were written; undefined if they are not known. */
  updatedAt(feedId: string): Date | undefined {
    return this.#partOf(feedId)?.updates?.at;
  }

  #partOf(feedId: string): Part | undefined {
    return this.#parts.find(({ id }) => id === feedId);
  }

  #partOfStop(stop: number): Part {
    return this.#parts[this.#stopParts[stop] ?? 0]!;
  }
}

function joinFeeds(
  feeds: readonly {
    readonly id: string;
    readonly feed: Feed;
  }[],
): Part[] {
  let firstStop = 0;
  let firstPattern = 0;
  let firstStation = 0;
  return feeds.map(({ id, feed }) => {
    const lastTimeS = feed.arrivals.reduce((a, b) => Math.max(a, b), 0);
    const dayStarts = new Map<number, number>();
    const first = {
      firstStop,
      firstPattern,
      firstStation,
    };
    const part: Part = {
      feed,
      id,
      ...first,
      lastTimeS,
      dayStarts,
      updates: undefined,
    };
    firstStop += feed.stopStations.length;
    firstPattern += feed.patternLines.length;
    firstStation += feed.stationIds.length;
    return part;
  });
}

function ownChanges(parts: readonly Part[]): Change[] {
  return parts.flatMap(({ feed, firstStop }) =>
    Array.from(feed.transferFrom, (from, n) => ({
      from: firstStop + from,
      to: firstStop + feed.transferTo[n]!,
      seconds: feed.transferS[n]!,
    })),
  );
}

function indexCalls(network: Network, parts: readonly Part[]) {
  const starts = new Int32Array(network.stopCount + 1);
  const each = (visit: (stop: number, pattern: number, position: number) => void) => {
    for (const { feed, firstStop, firstPattern } of parts)
      for (let p = 0; p < feed.patternLines.length; p++)
        for (let call = feed.patternStops[p]!; call < feed.patternStops[p + 1]!; call++)
          visit(firstStop + feed.calls[call]!, firstPattern + p, call - feed.patternStops[p]!);
  };
  each((stop) => starts[stop + 1]!++);
  for (let stop = 0; stop < network.stopCount; stop++) starts[stop + 1]! += starts[stop]!;
  const next = starts.slice();
  const count = starts.at(-1) ?? 0;
  const patterns = new Int32Array(count);
  const positions = new Int32Array(count);
  each((stop, pattern, position) => {
    const n = next[stop]!++;
    patterns[n] = pattern;
    positions[n] = position;
  });
  return {
    starts,
    patterns,
    positions,
  };
}

function partOfEach(parts: readonly Part[], countOf: (feed: Feed) => number): Uint16Array {
  const numbers = parts.flatMap(({ feed }, part) =>
    Array.from({ length: countOf(feed) }, () => part),
  );
  return Uint16Array.from(numbers);
}

function joinFloats(lists: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const list of lists) {
    joined.set(list, start);
    start += list.length;
  }
  return joined;
}
