import type { LatLng } from "@commonlane/contract/shapes";
import type { Road, RoadLookup } from "@commonlane/matching/road-rule";
import type { RoutingEngine } from "#platform/routing/routing-engine.ts";
import { coverPairs, type Pair } from "./cover-pairs.ts";

/**
 * Loads all roads, or ways on foot, that `visit` looks up, in a few tables at once. `visit` gets a lookup that knows nothing, and must
 * look up everything it may need.
 */
export async function loadRoads(
  loadTable: RoutingEngine["table"],
  visit: (lookup: RoadLookup) => void,
): Promise<RoadLookup> {
  const places = new Map<string, LatLng>();
  const pairs = new Map<string, Pair<string>>();
  visit((from, to) => {
    const [fromKey, toKey] = [keyOf(from), keyOf(to)];
    places.set(fromKey, from).set(toKey, to);
    pairs.set(`${fromKey}>${toKey}`, { from: fromKey, to: toKey });
    return undefined;
  });
  const known = new Map<string, Road | null>();
  const placesOf = (keys: readonly string[]) => keys.flatMap((key) => places.get(key) ?? []);
  await Promise.all(
    coverPairs([...pairs.values()]).map(async ({ sources, targets }) => {
      const table = await loadTable(placesOf(sources), placesOf(targets));
      for (const [row, from] of sources.entries()) {
        for (const [column, to] of targets.entries()) {
          const road = table[row]?.[column];
          if (road !== undefined) known.set(`${from}>${to}`, road);
        }
      }
    }),
  );
  return (from, to) => known.get(`${keyOf(from)}>${keyOf(to)}`);
}

const keyOf = ({ lat, lng }: LatLng) => `${lat},${lng}`;
