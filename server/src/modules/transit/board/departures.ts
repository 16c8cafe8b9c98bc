import type { TransitMode } from "@commonlane/contract/transit";
import { BOARD } from "../feed/feed.ts";
import type { Network, Pattern, Station } from "../network/network.ts";

export interface Departure {
  readonly departsAt: Date;
  readonly mode: TransitMode;
  readonly line: string;
  readonly headsign: string;
  readonly platform: string;
}

/** The next departures of a station in a period, soonest first; undefined if there is no such station. */
export function listDepartures(
  network: Network,
  stationId: string,
  { fromS, untilS, limit }: { fromS: number; untilS: number; limit: number },
): { readonly station: Station; readonly departures: readonly Departure[] } | undefined {
  const stops = network.stopsOf(stationId);
  const [first] = stops;
  if (first === undefined) return undefined;
  const departures = stops.flatMap((stop) => {
    const found: Departure[] = [];
    for (let n = network.callStarts[stop]!; n < network.callStarts[stop + 1]!; n++) {
      const pattern = network.pattern(network.callPatterns[n]!);
      const position = network.callPositions[n]!;
      const canBoard = (pattern.rightsAt(position) & BOARD) !== 0;
      if (!canBoard || position === pattern.stopCount - 1) continue;
      found.push(...departuresOf(pattern, position, network.platform(stop), fromS, untilS));
    }
    return found;
  });
  return {
    station: network.station(first),
    departures: departures
      .toSorted((a, b) => a.departsAt.getTime() - b.departsAt.getTime())
      .slice(0, limit),
  };
}

function departuresOf(
  pattern: Pattern,
  position: number,
  platform: string,
  fromS: number,
  untilS: number,
): Departure[] {
  const found: Departure[] = [];
  const { first, last } = pattern.daysBetween(fromS, untilS);
  for (let day = first; day <= last; day++) {
    const startS = pattern.dayStartS(day);
    for (let trip = 0; trip < pattern.tripCount; trip++) {
      const departsS = startS + pattern.feed.departures[pattern.timeIndex(trip, position)]!;
      if (departsS < fromS || departsS > untilS || !pattern.runsOn(trip, day)) continue;
      const { name, mode } = pattern.line;
      found.push({
        departsAt: new Date(departsS * 1000),
        mode,
        line: name,
        headsign: pattern.headsign(trip),
        platform,
      });
    }
  }
  return found;
}

/** Stations whose name contains all words, those that begin with the text first. */
export function findStations(network: Network, text: string, limit: number): Station[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const found = new Map<string, Station>();
  for (let stop = 0; stop < network.stopCount; stop++) {
    const station = network.station(stop);
    const name = fold(station.name);
    if (words.every((word) => name.includes(word))) found.set(station.id, station);
  }
  const beginsWith = ({ name }: Station) => fold(name).startsWith(fold(text));
  return [...found.values()]
    .toSorted(
      (a, b) => Number(beginsWith(b)) - Number(beginsWith(a)) || a.name.localeCompare(b.name, "en"),
    )
    .slice(0, limit);
}

const fold = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
