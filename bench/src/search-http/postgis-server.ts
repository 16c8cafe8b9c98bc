import type { HandlerResult } from "@commonlane/contract/endpoint";
import { rides } from "@commonlane/contract/rides";
import { matchRide } from "@commonlane/matching/rule";
import pg from "pg";
import { createAuthenticator } from "../../../server/src/modules/accounts/sessions/index.ts";
import { toMatchRide } from "../../../server/src/modules/rides/route/route-geometry.ts";
import { viewMatch } from "../../../server/src/modules/rides/search/ride-match.view.ts";
import { searchEnds } from "../../../server/src/modules/rides/search/ride-search.ts";
import { matchSettings } from "../../../server/src/modules/rides/route/ride-route.ts";
import { findRidesForViewer } from "../../../server/src/modules/rides/ride-for-viewer.store.ts";
import { rideViewer, viewLoadedRide } from "../../../server/src/modules/rides/rides.view.ts";
import { createRideFilter } from "../../../server/src/modules/rides/search/search-filters.ts";
import { termsFor } from "../../../server/src/modules/rides/search/search-terms.ts";
import { connect } from "../../../server/src/platform/db/database.ts";
import { socketConnection } from "../../../server/src/platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "../../../server/src/platform/db/embedded/data-folder.ts";
import { RateLimits } from "../../../server/src/platform/http/rate-limits/rate-limits.ts";
import { EndpointRouter } from "../../../server/src/platform/http/endpoints/endpoint-router.ts";
import { createServer } from "../../../server/src/platform/http/server.ts";
import { searchText, searchValues } from "../matching/postgis.ts";
import { createBareContext } from "../support/bare-context.ts";
import { Peer } from "./peer-types.ts";

/**
 * The same call by the same web server, rules and views, with rides found by PostGIS: the peer of `search-http`. Its
 * results are read from our server's database and checked there, like ours.
 */

/** More rides than pass on any route: price and reliability decide among all of them, and PostGIS knows neither. */
const NAMED_MOST = 5_000;

const { folder, postgis, bounds } = Peer.parse(JSON.parse(process.env["PEER"] ?? ""));
const ctx = createBareContext(connect(socketConnection(findDataFolder(folder) ?? folder)));
const pool = new pg.Pool({ host: postgis, user: "postgres", database: "postgres", max: 4 });
pool.on("connect", (client) => void client.query("set max_parallel_workers_per_gather = 0"));
const rateLimits = new RateLimits(undefined, 1000);
const http = createServer(ctx, rateLimits);
const checkProof = () => Promise.reject(new Error("There are no proofs here."));
const router = new EndpointRouter({
  ctx,
  http,
  authenticate: createAuthenticator(ctx),
  checkProof,
  rateLimits,
  bindable: [rides.search],
});

router.on(rides.search, async (ctx, { query }, seeker) => {
  const departsAfterMs = Date.parse(query.departsAfter);
  const departsBeforeMs = Date.parse(query.departsBefore);
  const atMs = query.at === undefined ? undefined : Date.parse(query.at);
  const { seats, walkM, limit } = query;
  const search = { ...searchEnds(query), departsAfterMs, departsBeforeMs, atMs, seats, walkM };
  const values = searchValues(search, bounds, NAMED_MOST);
  const terms = termsFor(ctx, search);
  const passes = createRideFilter(ctx, seeker, query);
  const { rows: named } = await pool.query<{ id: string }>({
    name: "search",
    text: searchText,
    values,
  });
  const ids = named.map(({ id }) => id);
  const ranked: {
    item: HandlerResult<typeof rides.search>["items"][number];
    order: number;
    pickupAtMs: number;
  }[] = [];
  for (const seen of await findRidesForViewer(ctx, ids, seeker.uid)) {
    const match = matchRide(toMatchRide(seen.row), search, matchSettings(ctx.settings));
    if (!match || !(await passes(seen, match))) continue;
    const item = {
      ride: viewLoadedRide(seen, await rideViewer(ctx, seen.row, seeker.uid, seen.participation)),
      match: viewMatch(seen.row, match, searchEnds(query)),
    };
    ranked.push({ item, order: match.order + terms.of(seen, match), pickupAtMs: match.pickupAtMs });
  }
  const inOrder = ranked.toSorted(
    (a, b) =>
      a.order - b.order ||
      a.pickupAtMs - b.pickupAtMs ||
      (a.item.ride.id < b.item.ride.id ? -1 : 1),
  );
  return { items: inOrder.slice(0, limit).map(({ item }) => item), nextCursor: null, full: [] };
});

const address = await http.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`PostGIS is ready at ${address}\n`);
process.once("SIGTERM", () => void http.close().then(() => process.exit(0)));
