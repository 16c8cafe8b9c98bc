import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { LatLng } from "@commonlane/matching/geo";
import { buildPickupPoints } from "../../server/src/modules/pickup-points/index.ts";
import { RideIndex } from "../../server/src/modules/rides/index.ts";
import { measureMatches } from "../../server/src/modules/rides/search/measure-matches.ts";
import { searchRides } from "../../server/src/modules/rides/search/ride-search.ts";
import type { Context } from "../../server/src/platform/context.ts";
import { openDatabase } from "../../server/src/platform/db/database.ts";
import { buildCoverage } from "../../server/src/platform/regions/build-coverage.ts";
import { openRegions } from "../../server/src/platform/regions/regions.ts";
import { buildRoads } from "../../server/src/platform/routing/embedded/build-roads.ts";
import { openRoutingEngine } from "../../server/src/platform/routing/open-routing-engine.ts";
import type { RoutingEngine } from "../../server/src/platform/routing/routing-engine.ts";
import { type Bench, type Figures, logProgress, median, row, type Row } from "./bench.ts";
import { fillRegion, RandomRegion } from "./matching-on-roads/fill-region.ts";
import { createBareContext } from "./support/bare-context.ts";
import { buildRegion } from "./support/build-region.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const RIDES = Number(process.env["RIDES"] ?? 10_000);
const SEARCHES = Number(process.env["SEARCHES"] ?? 60);
const JUDGED = 4;
const TOP = 20;
const MOST_RATIO = 1.3;
const P50_MS = 300;
const P99_MS = 1_000;
const WINDOWS = ["± 2 h around a wanted time", "whole day"] as const;

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
  // The second engine only repeats the tables of each search, so that both compute them without a cache.
  const [routing, alone] = [0, 1].map(() => openRoutingEngine(settings, bare.log, regions));
  if (!routing || !alone) throw new Error("There must be two engines.");
  try {
    const ctx = { ...bare, settings, regions, routing };
    const startMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
    const region = new RandomRegion(1, startMs);
    const seeker = await fillRegion(ctx, connection, region, RIDES);
    const index = new RideIndex(ctx);
    await index.getUpToDate();
    const searching = { ctx, index, alone, uid: seeker.uid, region };
    const rows: Row[] = [];
    for (const window of WINDOWS) rows.push(...(await measureWindow(searching, window)));
    return {
      how: `${RIDES.toLocaleString("en")} rides of two weeks between random places of Liechtenstein, all on its roads and with a host of their own; the first page of ${TOP} for ${SEARCHES} searches of each kind between other random places, so no road is cached. Walkers meet the cars at pickup points, so a search has tables of walks besides those of roads. In process, with the server's own database and the embedded routing engine, which has a process of its own; the same tables are then asked of another such process alone, and each ratio is of the same run. Brute force matches every ride of the database.`,
      rows,
    };
  } finally {
    await Promise.all([routing.close(), alone.close()]);
    regions.close();
    await close();
  }
}

interface Searching {
  readonly ctx: Context;
  readonly index: RideIndex;
  readonly alone: RoutingEngine;
  readonly uid: string;
  readonly region: RandomRegion;
}

interface Table {
  readonly by: "table" | "walkTable";
  readonly sources: readonly LatLng[];
  readonly targets: readonly LatLng[];
}

/** The same routing engine, which also records the tables requested, of roads and of walks. */
function recordTables(routing: RoutingEngine): { routing: RoutingEngine; tables: Table[] } {
  const tables: Table[] = [];
  const recording =
    (by: Table["by"]): RoutingEngine["table"] =>
    (sources, targets) => {
      tables.push({ by, sources, targets });
      return routing[by](sources, targets);
    };
  return {
    routing: { ...routing, table: recording("table"), walkTable: recording("walkTable") },
    tables,
  };
}

type Query = Parameters<typeof searchRides>[3];

function toQuery(region: RandomRegion, window: (typeof WINDOWS)[number]): Query {
  const [from, to] = [region.place(), region.place()];
  const atMs = region.instantMs();
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  const isDay = window === "whole day";
  const [afterMs, beforeMs] = isDay
    ? [dayMs, dayMs + DAY_MS]
    : [atMs - 2 * HOUR_MS, atMs + 2 * HOUR_MS];
  return {
    fromLat: from.lat,
    fromLng: from.lng,
    toLat: to.lat,
    toLng: to.lng,
    departsAfter: new Date(afterMs).toISOString(),
    departsBefore: new Date(beforeMs).toISOString(),
    ...(!isDay && { at: new Date(atMs).toISOString() }),
    seats: 1,
    walkM: 1_000,
    limit: TOP,
    sort: "best",
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

async function measureWindow(
  searching: Searching,
  window: (typeof WINDOWS)[number],
): Promise<Row[]> {
  const { ctx, index, alone: engine, uid, region } = searching;
  const seeker = { uid, sessionId: "", emailVerified: true };
  const searches: { ms: number; alone: number; tables: number; roads: number; found: number }[] =
    [];
  const judged: { readonly query: Query; readonly ids: readonly string[] }[] = [];
  for (let n = -5; n < SEARCHES; n++) {
    const query = toQuery(region, window);
    const { routing, tables } = recordTables(ctx.routing);
    const { ms, value } = await timed(() => searchRides({ ...ctx, routing }, index, seeker, query));
    // Two at a time, as the search asks for them.
    const { ms: alone } = await timed(async () => {
      for (let k = 0; k < tables.length; k += 2)
        await Promise.all(
          tables.slice(k, k + 2).map(({ by, sources, targets }) => engine[by](sources, targets)),
        );
    });
    const roads = tables.reduce(
      (sum, { sources, targets }) => sum + sources.length * targets.length,
      0,
    );
    if (n >= 0)
      searches.push({ ms, alone, tables: tables.length, roads, found: value.items.length });
    if (n >= 0 && n < JUDGED) judged.push({ query, ids: value.items.map(({ ride }) => ride.id) });
  }
  // Only now, because brute force leaves so much to collect that it slows down the next searches.
  let different = 0;
  for (const { query, ids } of judged) if (!(await isBestOfAll(searching, query, ids))) different++;
  const sorted = searches.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const sum = (of: (search: (typeof searches)[number]) => number) =>
    searches.reduce((total, search) => total + of(search), 0);
  logProgress(
    `${window}: ${sum(({ found }) => found)} found in ${sum(({ tables }) => tables)} tables`,
  );
  return [
    row(
      `${window}: time of a search / time of its tables alone, all searches`,
      sum((search) => search.ms) / sum((search) => search.alone),
      {
        unit: "×",
        digits: 2,
        atMost: MOST_RATIO,
      },
    ),
    row(`${window}: p50`, median(sorted), { unit: "ms", digits: 1, atMost: P50_MS }),
    row(`${window}: p95`, sorted[Math.floor(sorted.length * 0.95)] ?? NaN, {
      unit: "ms",
      digits: 1,
    }),
    row(`${window}: p99`, sorted[Math.floor(sorted.length * 0.99)] ?? NaN, {
      unit: "ms",
      digits: 1,
      atMost: P99_MS,
    }),
    row(`${window}: table calls per search, mean`, sum((search) => search.tables) / SEARCHES, {
      unit: "",
      digits: 1,
    }),
    row(`${window}: most table calls`, Math.max(...searches.map(({ tables }) => tables)), {
      unit: "",
    }),
    row(`${window}: roads per search, mean`, sum((search) => search.roads) / SEARCHES, {
      unit: "",
    }),
    row(`${window}: rides found per search, mean`, sum((search) => search.found) / SEARCHES, {
      unit: "",
      digits: 1,
    }),
    row(`${window}: first pages of ${JUDGED} that differ from brute force`, different, {
      unit: "",
      atMost: 0,
    }),
  ];
}

/** Price and reliability are the same for all rides, so the order of the rule decides. */
async function isBestOfAll(
  { ctx, alone }: Searching,
  query: Query,
  ids: readonly string[],
): Promise<boolean> {
  const all = await ctx.db.selectFrom("ride").selectAll().execute();
  const search = {
    from: { lat: query.fromLat, lng: query.fromLng },
    to: { lat: query.toLat, lng: query.toLng },
    departsAfterMs: Date.parse(query.departsAfter),
    departsBeforeMs: Date.parse(query.departsBefore),
    atMs: query.at === undefined ? undefined : Date.parse(query.at),
    seats: query.seats,
    walkM: query.walkM,
  };
  const measured = await measureMatches(
    { ...ctx, routing: alone },
    all.map((ride) => ({ row: ride, search })),
  );
  const matches = new Map(
    measured.results.flatMap((match) => (match ? [[match.rideId, match]] : [])),
  );
  const least = [...matches.values()].map(({ order }) => order).toSorted((a, b) => a - b);
  const orders = ids.map((id) => matches.get(id)?.order ?? Infinity);
  return (
    orders.length === Math.min(TOP, least.length) && orders.every((order, n) => order === least[n])
  );
}
