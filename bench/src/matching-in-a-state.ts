import { DAY_MS } from "@commonlane/contract/durations";
import { RideIndex } from "../../server/src/modules/rides/search/index.ts";
import { prepareRoads } from "../../server/src/modules/rides/search/ride-index/prepare-roads.ts";
import { openDatabase } from "../../server/src/platform/db/database.ts";
import { openRegions } from "../../server/src/platform/regions/regions.ts";
import { openRoutingEngine } from "../../server/src/platform/routing/open-routing-engine.ts";
import { type Bench, type Figures, logProgress, row } from "./bench.ts";
import { fillRegion } from "./matching-on-roads/fill-region.ts";
import { keepReading, measureSearches, TOP } from "./matching-on-roads/measure-window.ts";
import { createBareContext } from "./support/bare-context.ts";
import { buildStateRegion } from "./support/state-region.ts";
import { RandomState } from "./support/random-state.ts";
import { usedMb } from "./support/memory.ts";
import { waitForIndex } from "./support/wait-for-index.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const RIDES = Number(process.env["STATE_RIDES"] ?? 100_000);
const SHARE = Number(process.env["STATE_SHARE"] ?? 1);
const SEARCHES = Number(process.env["SEARCHES"] ?? 200);
const JUDGED = 2;
const MOST_MB = 600;

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
