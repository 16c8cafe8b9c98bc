import type { LatLng } from "@commonlane/contract/shapes";
import type { TransitMode } from "@commonlane/contract/transit";
import { ALIGHT, BOARD } from "../feed/feed.ts";
import type { Network, Station } from "../network/network.ts";
import type { Pattern } from "../network/pattern.ts";

/** A train or bus that stops at a stop. */
export interface StopCall {
  readonly at: Date;
  readonly mode: TransitMode;
  readonly line: string;
  /** Where it goes; of an arrival, where it comes from. */
  readonly place: string;
  readonly platform: string;
  /** Undefined if it is not known. */
  readonly lateMinutes: number | undefined;
  readonly isCancelled: boolean;
}
type CallKind = "departures" | "arrivals";

/** In seconds. */
interface Period {
  readonly fromS: number;
  readonly untilS: number;
}

/** A station by its id, or the stops around a place. */
export type BoardPlace = string | (LatLng & { readonly radiusM: number });

/**
 * The next departures of a station or around a place in a period, soonest first, with the station or the nearest one;
 * undefined if there is none.
 */
export function listDepartures(
  network: Network,
  place: BoardPlace,
  { limit, ...period }: Period & { readonly limit: number },
):
  | {
      readonly station: Station;
      readonly departures: readonly StopCall[];
    }
  | undefined {
  const stops =
    typeof place === "string"
      ? network.stopsOf(place)
      : network.stops.near(place, place.radiusM).map(({ stop }) => stop);
  const [first] = stops;
  if (first === undefined) return undefined;
  return {
    station: network.station(first),
    departures: listCalls(network, stops, "departures", period).slice(0, limit),
  };
}

/** Departures or arrivals at some stops in a period, soonest first. */
export function listCalls(
  network: Network,
  stops: readonly number[],
  kind: CallKind,
  period: Period,
): StopCall[] {
  const right = kind === "departures" ? BOARD : ALIGHT;
  const found: StopCall[] = [];
  for (const stop of stops)
    for (let n = network.callStarts[stop]!; n < network.callStarts[stop + 1]!; n++) {
      const pattern = network.pattern(network.callPatterns[n]!);
      const position = network.callPositions[n]!;
      const end = kind === "departures" ? pattern.stopCount - 1 : 0;
      if ((pattern.rightsAt(position) & right) === 0 || position === end) continue;
      const times = kind === "departures" ? pattern.feed.departures : pattern.feed.arrivals;
      for (const { trip, day, atS } of tripsOf(pattern, position, times, period)) {
        const lateS = pattern.delayS(trip, day, position);
        found.push({
          at: new Date(atS * 1000),
          mode: pattern.line.mode,
          line: pattern.line.name,
          place:
            kind === "departures"
              ? pattern.headsign(trip)
              : network.station(pattern.stopAt(0)).name,
          platform: network.platform(stop),
          lateMinutes: lateS === undefined ? undefined : Math.round(lateS / 60),
          isCancelled: pattern.isCancelled(trip, day),
        });
      }
    }
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function* tripsOf(
  pattern: Pattern,
  position: number,
  times: Int32Array,
  { fromS, untilS }: Period,
): Generator<{
  readonly trip: number;
  readonly day: number;
  readonly atS: number;
}> {
  const { first, last } = pattern.daysBetween(fromS, untilS);
  for (let day = first; day <= last; day++) {
    const startS = pattern.dayStartS(day);
    for (let trip = 0; trip < pattern.tripCount; trip++) {
      const atS = startS + times[pattern.timeIndex(trip, position)]!;
      if (atS >= fromS && atS <= untilS && pattern.runsOn(trip, day))
        yield {
          trip,
          day,
          atS,
        };
    }
  }
}
