import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { buildPickupPoints } from "../../server/src/modules/pickup-points/index.ts";
import { RideIndex } from "../../server/src/modules/rides/search/index.ts";
import { measureMatches } from "../../server/src/modules/rides/search/measure-matches.ts";
import { searchRides } from "../../server/src/modules/rides/search/ride-search.ts";
import type { Context } from "../../server/src/platform/context.ts";
import { openDatabase } from "../../server/src/platform/db/database.ts";
import { buildCoverage } from "../../server/src/platform/regions/build-coverage.ts";
import { openRegions } from "../../server/src/platform/regions/regions.ts";
import { buildRoads } from "../../server/src/platform/routing/network/build-roads.ts";
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
const P50_MS = 50;
const P99_MS = 300;
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
    await index.getUpToDate();
    const searching = { ctx, index, alone, uid: seeker.uid, region };
    const rows: Row[] = [];
    for (const window of WINDOWS) rows.push(...(await measureWindow(searching, window)));
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

interface Searching {
  readonly ctx: Context;
  readonly index: RideIndex;
  readonly alone: RoutingEngine;
  readonly uid: string;
  readonly region: RandomRegion;
}

type LookUp = (routing: RoutingEngine) => unknown;

/** The same routing engine, which also records what was looked up. */
function recordLookUps(routing: RoutingEngine): { routing: RoutingEngine; lookUps: LookUp[] } {
  const lookUps: LookUp[] = [];
  const recording: RoutingEngine = {
    isCovered: (place) => routing.isCovered(place),
    road: (from, to) => {
      lookUps.push((other) => other.road(from, to));
      return routing.road(from, to);
    },
    route: (points) => routing.route(points),
    walks: (place, others, mostM) => {
      lookUps.push((other) => other.walks(place, others, mostM));
      return routing.walks(place, others, mostM);
    },
    walkPath: (from, to, mostM) => routing.walkPath(from, to, mostM),
  };
  return { routing: recording, lookUps };
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
  const searches: { ms: number; alone: number; roads: number; found: number }[] = [];
  const judged: { readonly query: Query; readonly ids: readonly string[] }[] = [];
  for (let n = -5; n < SEARCHES; n++) {
    const query = toQuery(region, window);
    const { routing, lookUps } = recordLookUps(ctx.routing);
    const { ms, value } = await timed(() => searchRides({ ...ctx, routing }, index, seeker, query));
    const { ms: alone } = await timed(async () => {
      for (const lookUp of lookUps) lookUp(engine);
    });
    if (n >= 0) searches.push({ ms, alone, roads: lookUps.length, found: value.items.length });
    if (n >= 0 && n < JUDGED) judged.push({ query, ids: value.items.map(({ ride }) => ride.id) });
  }
  // Only now, because brute force leaves so much to collect that it slows down the next searches.
  let different = 0;
  for (const { query, ids } of judged) if (!(await isBestOfAll(searching, query, ids))) different++;
  const sorted = searches.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const sum = (of: (search: (typeof searches)[number]) => number) =>
    searches.reduce((total, search) => total + of(search), 0);
  logProgress(`${window}: ${sum(({ found }) => found)} found`);
  return [
    row(
      `${window}: time of a search / time of its roads alone, all searches`,
      sum((search) => search.ms) / sum((search) => search.alone),
      { unit: "×", digits: 2 },
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
  const matches = new Map(measured.flatMap((match) => (match ? [[match.rideId, match]] : [])));
  const least = [...matches.values()].map(({ order }) => order).toSorted((a, b) => a - b);
  const orders = ids.map((id) => matches.get(id)?.order ?? Infinity);
  return (
    orders.length === Math.min(TOP, least.length) && orders.every((order, n) => order === least[n])
  );
}
