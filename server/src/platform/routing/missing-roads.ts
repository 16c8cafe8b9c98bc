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
  readonly #tables: RequestedTable[] = [];

  get isEmpty(): boolean {
    return this.#tables.length === 0;
  }

  /** The same routing engine; every table with an unknown road is remembered. */
  record(routing: RoutingEngine): RoutingEngine {
    const recording: RoutingEngine = {
      ...routing,
      table: async (sources, targets) => {
        const table = await routing.table(sources, targets);
        if (!isComplete(table)) this.#tables.push({ sources, targets });
        return table;
      },
      get cacheOnly() {
        return recording;
      },
    };
    return recording;
  }

  /** Loads the missing roads into the cache of the routing engine. Returns false if it does not know them all. */
  async load(routing: RoutingEngine): Promise<boolean> {
    const tables = await Promise.all(this.#tables.map(({ sources, targets }) => routing.table(sources, targets)));
    return tables.every(isComplete);
  }
}

const isComplete = (table: readonly (readonly unknown[])[]): boolean =>
  table.every((row) => row.every((road) => road !== undefined));
