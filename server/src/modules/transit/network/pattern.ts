import { HOUR_MS } from "@commonlane/contract/durations";
import { instantAt } from "#platform/time-zone.ts";
import { type Feed, type Mode, MODES, runsOn } from "../feed/feed.ts";
import { formatDay } from "../feed/gtfs-fields.ts";
import type { TripUpdates } from "./trip-updates.ts";

/** One feed of the network: its stops and patterns count from these numbers on. */
export interface Part {
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

  /** See `startOfDay`. */
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

/** The instant, in seconds, from which the times of a service day count: noon minus 12 hours. */
export function startOfDay({ feed, dayStarts }: Part, day: number): number {
  const known = dayStarts.get(day);
  if (known !== undefined) return known;
  const noon = instantAt(feed.agencies[0]?.timeZone ?? "UTC", formatDay(day), "12:00");
  const startS = (noon.getTime() - 12 * HOUR_MS) / 1000;
  dayStarts.set(day, startS);
  return startS;
}

/** Such as "RE 13": texts do not break before the number of a line. */
const inOnePiece = (lineName: string): string => lineName.replaceAll(/ (?=\d)/g, "\u00A0");
