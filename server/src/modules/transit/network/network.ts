import { HOUR_MS } from "@commonlane/contract/durations";
import { instantAt } from "#platform/time-zone.ts";
import { type Feed, type Mode, MODES, runsOn } from "../feed/feed.ts";
import { formatDay } from "../feed/gtfs-fields.ts";
import { readTripUpdates, type TripUpdates } from "./trip-updates.ts";
import {
  type Change,
  type Footpaths,
  groupChanges,
  listChanges,
  StopIndex,
  type WalkingPace,
} from "./footpaths.ts";

/** One feed of the network: its stops and patterns count from these numbers on. */
interface Part {
  readonly feed: Feed;
  readonly id: string;
  readonly firstStop: number;
  readonly firstPattern: number;
  readonly firstStation: number;
  /** The latest time of a trip, in seconds of its service day. */
  readonly lastTimeS: number;
  readonly dayStarts: Map<number, number>;
  /** Delays and cancellations, if they are known. */
  updates: TripUpdates | undefined;
}

export interface Line {
  readonly name: string;
  readonly mode: Mode;
  readonly operator: string;
  readonly url: string;
}
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

/** Trips of one line with the same stops, of which none overtakes another. */
export class Pattern {
  readonly feed: Feed;
  readonly feedId: string;
  readonly stopCount: number;
  readonly tripCount: number;
  readonly firstCall: number;
  readonly firstTime: number;
  /** In the network; the feed's own stop numbers are smaller by this. */
  readonly firstStop: number;
  readonly #part: Part;
  readonly #number: number;

  constructor(part: Part, number: number) {
    const { feed } = part;
    this.feed = feed;
    this.feedId = part.id;
    this.#part = part;
    this.#number = number;
    this.firstStop = part.firstStop;
    this.firstCall = feed.patternStops[number]!;
    this.stopCount = feed.patternStops[number + 1]! - this.firstCall;
    this.tripCount = feed.patternTrips[number + 1]! - feed.patternTrips[number]!;
    this.firstTime = feed.patternTimes[number]!;
  }

  get line(): Line {
    const line = this.feed.patternLines[this.#number] ?? 0;
    const agency = this.feed.agencies[this.feed.lineAgencies[line] ?? 0];
    return {
      name: inOnePiece(this.feed.lineNames[line] ?? ""),
      mode: MODES[this.feed.lineModes[line] ?? 0] ?? "bus",
      operator: agency?.name ?? "",
      url: agency?.url ?? "",
    };
  }

  stopAt(position: number): number {
    return this.firstStop + this.feed.calls[this.firstCall + position]!;
  }

  rightsAt(position: number): number {
    return this.feed.callRights[this.firstCall + position]!;
  }

  timeIndex(trip: number, position: number): number {
    return this.firstTime + trip * this.stopCount + position;
  }

  runsOn(trip: number, day: number): boolean {
    const service = this.feed.tripServices[this.feed.patternTrips[this.#number]! + trip]!;
    return runsOn(this.feed, service, day);
  }

  /** Whether a trip of the timetable was cancelled on a day. */
  isCancelled(trip: number, day: number): boolean {
    const index = this.feed.patternTrips[this.#number]! + trip;
    return this.#part.updates?.find(index, day)?.isCancelled ?? false;
  }

  /** By how many seconds a trip is late at a stop; undefined if that is not known. */
  delayS(trip: number, day: number, position: number): number | undefined {
    const index = this.feed.patternTrips[this.#number]! + trip;
    return this.#part.updates?.find(index, day)?.delaysS[position];
  }

  /** Where the trip goes, as its vehicle says; else its last stop. */
  headsign(trip: number): string {
    const index = this.feed.tripHeadsigns[this.feed.patternTrips[this.#number]! + trip] ?? 0;
    const last = this.feed.calls[this.firstCall + this.stopCount - 1] ?? 0;
    return (
      this.feed.headsigns[index] || (this.feed.stationNames[this.feed.stopStations[last]!] ?? "")
    );
  }

  /** The instant, in seconds, from which the times of a service day count: noon minus 12 hours. */
  dayStartS(day: number): number {
    return startOfDay(this.#part, day);
  }

  /** Service days with trips between two instants. */
  daysBetween(
    fromS: number,
    toS: number,
  ): {
    readonly first: number;
    readonly last: number;
  } {
    const { firstDay, dayCount } = this.feed;
    // Time zones differ from UTC by less than a day.
    const first = Math.floor((fromS - this.#part.lastTimeS) / DAY_S) - 1;
    const last = Math.floor(toS / DAY_S) + 1;
    return {
      first: Math.max(first, firstDay),
      last: Math.min(last, firstDay + dayCount - 1),
    };
  }

  /** The first and the last time of any trip. */
  get spanS(): {
    readonly firstS: number;
    readonly lastS: number;
  } {
    const last = this.timeIndex(this.tripCount - 1, this.stopCount - 1);
    return {
      firstS: this.feed.departures[this.firstTime]!,
      lastS: this.feed.arrivals[last]!,
    };
  }
}

const DAY_S = 86_400;

function startOfDay({ feed, dayStarts }: Part, day: number): number {
  const known = dayStarts.get(day);
  if (known !== undefined) return known;
  const noon = instantAt(feed.agencies[0]?.timeZone ?? "UTC", formatDay(day), "12:00");
  const startS = (noon.getTime() - 12 * HOUR_MS) / 1000;
  dayStarts.set(day, startS);
  return startS;
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

/** Such as "RE 13": texts do not break before the number of a line. */
const inOnePiece = (lineName: string): string => lineName.replaceAll(/ (?=\d)/g, "\u00A0");
