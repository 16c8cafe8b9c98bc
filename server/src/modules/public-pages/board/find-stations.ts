import type { Network, Station } from "#modules/transit/index.ts";
import { plainLetters } from "#platform/plain-letters.ts";

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

const fold = (text: string): string => plainLetters(text).trim();
