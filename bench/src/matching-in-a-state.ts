import { DAY_MS } from "@commonlane/contract/durations";
import type { RoadGraph } from "@commonlane/geo/road-network/road-graph";
import { distanceM, type LatLng } from "@commonlane/matching/geo";
import { RideIndex } from "../../server/src/modules/rides/search/index.ts";
import { prepareRoads } from "../../server/src/modules/rides/search/ride-index/prepare-roads.ts";
import { openDatabase } from "../../server/src/platform/db/database.ts";
import { Problem } from "../../server/src/platform/http/problem.ts";
import { openRegions } from "../../server/src/platform/regions/regions.ts";
import { openRoutingEngine } from "../../server/src/platform/routing/open-routing-engine.ts";
import { type Bench, createRandom, type Figures, logProgress, row } from "./bench.ts";
import { fillRegion, RandomRegion } from "./matching-on-roads/fill-region.ts";
import { keepReading, measureSearches, TOP } from "./matching-on-roads/measure-window.ts";
import { createBareContext } from "./support/bare-context.ts";
import { buildStateRegion } from "./support/state-region.ts";
import { usedMb } from "./support/memory.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const RIDES = Number(process.env["STATE_RIDES"] ?? 100_000);
const SHARE = Number(process.env["STATE_SHARE"] ?? 1);
const SEARCHES = Number(process.env["SEARCHES"] ?? 200);
const JUDGED = 2;
const MOST_MB = 600;
const TRIP_M = { least: 5_000, most: 80_000 };

/** An exact search among the rides of a whole state, and the memory that its roads and rides take. */
export const matchingInAState: Bench = {
  name: "matching-in-a-state",
  run: () => withTempFolder(measureIn),
};

async function measureIn(folder: string): Promise<Figures> {
  const { db, connection, close } = await openDatabase({ folder, onLost: logProgress });
  const graph = await buildStateRegion(folder, SHARE);
  logProgress("the roads are built");
  const bare = createBareContext(db);
  const settings = { ...bare.settings, DATA_DIR: folder };
  const regions = openRegions(settings, bare.log);
  const withoutRoadsMb = usedMb();
  const roads = openRoutingEngine(settings, bare.log, regions);
  const networkMb = usedMb() - withoutRoadsMb;
  const again = openRoutingEngine(settings, bare.log, regions);
  try {
    const ctx = { ...bare, settings, regions, routing: again.routing };
    const state = new RandomState(graph, Math.ceil(Date.now() / DAY_MS) * DAY_MS);
    const seeker = await fillRegion(ctx, connection, state, RIDES);
    const junctions = graph.nodeLat7.length;

    const withoutRidesMb = usedMb();
    const searched = { ...ctx, routing: roads.routing };
    const index = new RideIndex(searched);
    const rides = await waitForIndex(index);
    const indexMb = usedMb() - withoutRidesMb;
    const stopReading = keepReading(index);
    await prepareRoads(searched, rides, new AbortController().signal);
    stopReading();
    const ridesMb = usedMb() - withoutRidesMb;
    logProgress("the roads at all rides are known");

    const searching = {
      ctx: searched,
      index,
      alone: again.routing,
      uid: seeker.uid,
      region: state,
      searches: SEARCHES,
      judged: JUDGED,
    };
    const rows = await measureSearches(searching);
    rows.push(
      row("memory of the roads", networkMb, { unit: "MB" }),
      row("memory of the index of the rides", indexMb, { unit: "MB" }),
      row("memory of the roads at the rides", ridesMb - indexMb, { unit: "MB" }),
      row("together", networkMb + ridesMb, { unit: "MB", atMost: MOST_MB }),
    );
    return {
      how: `${RIDES.toLocaleString("en")} rides of two weeks, 5 to 80 km long, on the roads of a made-up state with ${(junctions / 1e6).toFixed(2)} million junctions (\`geo/src/testing/state-network.ts\`), each with a host of its own; the first page of ${TOP} for ${SEARCHES} searches of each kind between other random places. Walkers meet the cars at pickup points. In process, with the server's own database, when the server has prepared the roads at all rides.`,
      rows,
    };
  } finally {
    roads.close();
    again.close();
    regions.close();
    await close();
  }
}

/** Trips between junctions of a state, at the times and with the detours of a region. */
class RandomState {
  readonly #graph: RoadGraph;
  readonly #region: RandomRegion;
  readonly #next = createRandom(11);

  constructor(graph: RoadGraph, startMs: number) {
    this.#graph = graph;
    this.#region = new RandomRegion(1, startMs);
  }

  trip(): { readonly from: LatLng; readonly to: LatLng } {
    const from = this.#place();
    for (;;) {
      const to = this.#place();
      const metres = distanceM(from, to);
      if (metres >= TRIP_M.least && metres <= TRIP_M.most) return { from, to };
    }
  }

  instantMs(): number {
    return this.#region.instantMs();
  }

  detour() {
    return this.#region.detour();
  }

  #place(): LatLng {
    const { nodeLat7, nodeLng7 } = this.#graph;
    const node = Math.floor(this.#next() * nodeLat7.length);
    const near = (units: number) => Number((units / 1e7 + 0.001 * this.#next()).toFixed(5));
    return { lat: near(nodeLat7[node] ?? 0), lng: near(nodeLng7[node] ?? 0) };
  }
}

/** A search waits 5 s for the first index; that of a state takes longer on a busy machine. */
async function waitForIndex(index: RideIndex): ReturnType<RideIndex["getUpToDate"]> {
  for (;;)
    try {
      return await index.getUpToDate();
    } catch (error) {
      if (!(error instanceof Problem && error.code === "unavailable")) throw error;
    }
}
