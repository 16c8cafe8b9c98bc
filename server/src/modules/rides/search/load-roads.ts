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
  const places = new Places();
  const pairs = new PairSet();
  visit((from, to) => {
    pairs.add(places.idOf(from), places.idOf(to));
    return undefined;
  });
  const known: Map<number, Road | null>[] = [];
  await Promise.all(
    coverPairs(pairs.list).map(async ({ sources, targets }) => {
      const table = await loadTable(places.at(sources), places.at(targets));
      for (const [row, from] of sources.entries()) {
        const roads = (known[from] ??= new Map<number, Road | null>());
        for (const [column, to] of targets.entries()) {
          const road = table[row]?.[column];
          if (road !== undefined) roads.set(to, road);
        }
      }
    }),
  );
  return (from, to) => known[places.idOf(from)]?.get(places.idOf(to));
}

/** Numbers places; equal ones have the same number. Most are looked up many times as the same object. */
class Places {
  readonly #ids = new Map<LatLng, number>();
  /** By latitude, then longitude. */
  readonly #byPosition = new Map<number, Map<number, number>>();
  readonly #places: LatLng[] = [];

  idOf(place: LatLng): number {
    let id = this.#ids.get(place);
    if (id === undefined) this.#ids.set(place, (id = this.#idOfPosition(place)));
    return id;
  }

  at(ids: readonly number[]): LatLng[] {
    return ids.flatMap((id) => this.#places[id] ?? []);
  }

  #idOfPosition(place: LatLng): number {
    let byLng = this.#byPosition.get(place.lat);
    if (!byLng) this.#byPosition.set(place.lat, (byLng = new Map()));
    let id = byLng.get(place.lng);
    if (id === undefined) byLng.set(place.lng, (id = this.#places.push(place) - 1));
    return id;
  }
}

/** Pairs of numbers without repetitions. */
class PairSet {
  readonly list: Pair<number>[] = [];
  readonly #targets: Set<number>[] = [];

  add(from: number, to: number): void {
    const targets = (this.#targets[from] ??= new Set());
    if (targets.has(to)) return;
    targets.add(to);
    this.list.push({ from, to });
  }
}
