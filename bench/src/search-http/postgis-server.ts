import { rides } from "@commonlane/contract/rides";
import { matchRide } from "@commonlane/matching/rule";
import pg from "pg";
import { authenticate } from "../../../server/src/modules/accounts/index.ts";
import { asMatchRide } from "../../../server/src/modules/rides/match-ride.ts";
import { viewMatch } from "../../../server/src/modules/rides/ride-match.view.ts";
import { endsOf } from "../../../server/src/modules/rides/ride-search.ts";
import { matchSettings } from "../../../server/src/modules/rides/ride-way.ts";
import { findRides } from "../../../server/src/modules/rides/rides.store.ts";
import { viewRides } from "../../../server/src/modules/rides/rides.view.ts";
import { passesFor } from "../../../server/src/modules/rides/search-filters.ts";
import { connect } from "../../../server/src/platform/db/database.ts";
import { throughSocket } from "../../../server/src/platform/db/embedded.ts";
import { existingData } from "../../../server/src/platform/db/embedded-home.ts";
import { RateLimits } from "../../../server/src/platform/http/rate-limits.ts";
import { Router } from "../../../server/src/platform/http/route.ts";
import { createServer } from "../../../server/src/platform/http/server.ts";
import { searchText, searchValues } from "../matching/postgis.ts";
import { contextOn } from "../support/bare-context.ts";
import { Peer } from "./peer-shapes.ts";

/**
 * The same call by the same web server, rules and views, with rides found by PostGIS: the peer of `search-http`. What it
 * found is read from the database of our server and checked again there, as ours is.
 */

const { folder, postgis, bounds } = Peer.parse(JSON.parse(process.env["PEER"] ?? ""));
const ctx = contextOn(connect(throughSocket(existingData(folder) ?? folder)));
const pool = new pg.Pool({ host: postgis, user: "postgres", database: "postgres", max: 4 });
pool.on("connect", (client) => void client.query("set max_parallel_workers_per_gather = 0"));
const rateLimits = new RateLimits(undefined, 1000);
const http = createServer(ctx, rateLimits);
const checkProof = () => Promise.reject(new Error("There are no proofs here."));
const router = new Router({
  ctx,
  http,
  authenticate: authenticate(ctx),
  checkProof,
  rateLimits,
  known: [rides.search],
});

router.on(rides.search, async (ctx, { query: asked }, seeker) => {
  const [departsAfterMs, departsBeforeMs] = [Date.parse(asked.departsAfter), Date.parse(asked.departsBefore)];
  const atMs = asked.at === undefined ? undefined : Date.parse(asked.at);
  const { seats, walkM, limit } = asked;
  const search = { ...endsOf(asked), departsAfterMs, departsBeforeMs, atMs, seats, walkM };
  const values = searchValues(search, bounds, limit);
  const [{ rows: named }, passes] = await Promise.all([
    pool.query<{ id: string }>({ name: "search", text: searchText, values }),
    passesFor(ctx, seeker, asked),
  ]);
  const ids = named.map(({ id }) => id);
  const rows = new Map((await findRides(ctx, ids)).map((row) => [row.id, row]));
  const found = ids.flatMap((id) => {
    const row = rows.get(id);
    const match = row && matchRide(asMatchRide(row), search, matchSettings(ctx.settings));
    return row && match && passes(row, match) ? [{ row, match }] : [];
  });
  const shown = await viewRides(
    ctx,
    found.map(({ row }) => row),
    seeker.uid,
  );
  const items = found.flatMap(({ row, match }, n) => {
    const ride = shown[n];
    return ride ? [{ ride, match: viewMatch(row, match, endsOf(asked)) }] : [];
  });
  return { items, nextCursor: null };
});

const address = await http.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`PostGIS is ready at ${address}\n`);
process.once("SIGTERM", () => void http.close().then(() => process.exit(0)));
