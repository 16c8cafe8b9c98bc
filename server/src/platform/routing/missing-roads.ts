import type { LatLng } from "@commonlane/contract/shapes";
import type { RoutingEngine } from "./routing-engine.ts";

interface RequestedTable {
  readonly sources: readonly LatLng[];
  readonly targets: readonly LatLng[];
}

/**
 * Remembers the roads that a transaction asked for and that were not cached. The transaction is rolled back, they are
 * loaded, and it runs again.
 */
export class MissingRoads {
  #drives: RequestedTable[] = [];
  #walks: RequestedTable[] = [];
  readonly #loadedWalks = new Set<string>();

  get isEmpty(): boolean {
    return this.#drives.length === 0 && this.#walks.length === 0;
  }

  /** The same routing engine for the next attempt; every table with an unknown road is remembered. */
  record(routing: RoutingEngine): RoutingEngine {
    this.#drives = [];
    this.#walks = [];
    const recording: RoutingEngine = {
      ...routing,
      table: async (sources, targets) => {
        const table = await routing.table(sources, targets);
        if (!isComplete(table)) this.#drives.push({ sources, targets });
        return table;
      },
      // Unknown walks are estimated, so each table is loaded once.
      walkTable: (sources, targets) => {
        if (!this.#loadedWalks.has(keyOf({ sources, targets })))
          this.#walks.push({ sources, targets });
        return routing.walkTable(sources, targets);
      },
      get cacheOnly() {
        return recording;
      },
    };
    return recording;
  }

  /** Loads the missing roads into the cache of the routing engine. Returns false if it does not know them all. */
  async load(routing: RoutingEngine): Promise<boolean> {
    for (const table of this.#walks) this.#loadedWalks.add(keyOf(table));
    const walks = this.#walks.map(({ sources, targets }) => routing.walkTable(sources, targets));
    const drives = this.#drives.map(({ sources, targets }) => routing.table(sources, targets));
    const [tables] = await Promise.all([Promise.all(drives), Promise.all(walks)]);
    return tables.every(isComplete);
  }
}

const isComplete = (table: readonly (readonly unknown[])[]): boolean =>
  table.every((row) => row.every((road) => road !== undefined));

const keyOf = ({ sources, targets }: RequestedTable): string =>
  [sources, targets]
    .map((places) => places.map(({ lat, lng }) => `${lat},${lng}`).join(" "))
    .join(" > ");
