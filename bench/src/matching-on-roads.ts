import { DAY_MS } from "@commonlane/contract/durations";
import { buildPickupPoints } from "../../server/src/modules/pickup-points/index.ts";
import { RideIndex } from "../../server/src/modules/rides/search/index.ts";
import { prepareRoads } from "../../server/src/modules/rides/search/ride-index/prepare-roads.ts";
import { openDatabase } from "../../server/src/platform/db/database.ts";
import { buildCoverage } from "../../server/src/platform/regions/build-coverage.ts";
import { openRegions } from "../../server/src/platform/regions/regions.ts";
import { buildRoads } from "../../server/src/platform/routing/network/build-roads.ts";
import { openRoutingEngine } from "../../server/src/platform/routing/open-routing-engine.ts";
import { type Bench, type Figures, logProgress } from "./bench.ts";
import { fillRegion, RandomRegion } from "./matching-on-roads/fill-region.ts";
import { measureSearches, TOP } from "./matching-on-roads/measure-window.ts";
import { createBareContext } from "./support/bare-context.ts";
import { buildRegion } from "./support/build-region.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const RIDES = Number(process.env["RIDES"] ?? 10_000);
const SEARCHES = Number(process.env["SEARCHES"] ?? 60);
const JUDGED = 4;

/** Time of an exact search on roads, also compared with the time of the routing calls that it needs. */
export const matchingOnRoads: Bench = {
  name: "matching-on-roads",
  run: () => withTempFolder(measureIn),
};

async function measureIn(folder: string): Promise<Figures> {
  const { db, connection, close } = await openDatabase({ folder, onLost: logProgress });
  await buildRegion(folder, [buildCoverage, buildRoads, buildPickupPoints]);
  const bare = createBareContext(db);
  const settings = { ...bare.settings, DATA_DIR: folder };
  const regions = openRegions(settings, bare.log);
  // The second one only repeats the roads of each search, so that neither finds labels of the other.
  const roads = openRoutingEngine(settings, bare.log, regions);
  const again = openRoutingEngine(settings, bare.log, regions);
  const alone = again.routing;
  try {
    const ctx = { ...bare, settings, regions, routing: roads.routing };
    const startMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
    const region = new RandomRegion(1, startMs);
    const seeker = await fillRegion(ctx, connection, region, RIDES);
    const index = new RideIndex(ctx);
    await prepareRoads(ctx, await index.getUpToDate(), new AbortController().signal);
    const searching = {
      ctx,
      index,
      alone,
      uid: seeker.uid,
      region,
      searches: SEARCHES,
      judged: JUDGED,
    };
    const rows = await measureSearches(searching);
    return {
      how: `${RIDES.toLocaleString("en")} rides of two weeks between random places of Liechtenstein, all on its roads and with a host of their own; the first page of ${TOP} for ${SEARCHES} searches of each kind between other random places, so no label of theirs is known. Walkers meet the cars at pickup points. In process, with the server's own database; the same roads and walks are then looked up alone in a second network, and each ratio is of the same run. Brute force matches every ride of the database.`,
      rows,
    };
  } finally {
    roads.close();
    again.close();
    regions.close();
    await close();
  }
}
