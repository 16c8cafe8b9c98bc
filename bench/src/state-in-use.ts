import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { HostedRide } from "@commonlane/contract/hosted-rides";
import { SearchToSave } from "@commonlane/contract/saved-searches";
import type { LatLng } from "@commonlane/matching/geo";
import { ensureSigningKeys, issueIdToken } from "../../server/src/modules/accounts/index.ts";
import { createRide } from "../../server/src/modules/rides/index.ts";
import { RideIndex } from "../../server/src/modules/rides/search/index.ts";
import { prepareRoads } from "../../server/src/modules/rides/search/ride-index/prepare-roads.ts";
import {
  alertConsumer,
  saveSearch,
  startAlertConsumer,
} from "../../server/src/modules/saved-searches/index.ts";
import { type OutsideContext, transaction } from "../../server/src/platform/context.ts";
import { openDatabase } from "../../server/src/platform/db/database.ts";
import { openRegions } from "../../server/src/platform/regions/regions.ts";
import { openRoutingEngine } from "../../server/src/platform/routing/open-routing-engine.ts";
import { type Bench, type Figures, logProgress, median, row, type Row } from "./bench.ts";
import { fillRegion } from "./matching-on-roads/fill-region.ts";
import { createBareContext } from "./support/bare-context.ts";
import { type Load, LoadResult } from "./support/load-types.ts";
import { runForJson, serve, SERVER } from "./support/processes.ts";
import { RandomState } from "./support/random-state.ts";
import { buildStateRegion } from "./support/state-region.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { waitForIndex } from "./support/wait-for-index.ts";

const RIDES = Number(process.env["RIDES"] ?? 10_000);
const SHARE = Number(process.env["STATE_SHARE"] ?? 1);
const SEARCHES = Number(process.env["SEARCHES"] ?? 400);
const SECONDS = Number(process.env["SECONDS"] ?? 10);
const ROUNDS = 3;
const CONNECTIONS = 4;
const LEAST_PER_SECOND = 100;
const WARM_UP_S = 20;

const LONG_RIDES = 20;
const LONG_RIDE_S = 10 * 3_600;
const STOPS = 5;
const MOST_HOSTING_MS = 50;

const HOSTED = 100;
const SAVED_SEARCHES = Number(process.env["SAVED_SEARCHES"] ?? 5_000);
/** This share of the saved searches is for ways that the hosted rides go. */
const FITTING = 0.1;
const SEARCHES_PER_OWNER = 10;
const SAVED_AT_ONCE = 20;
const MOST_ALERTS_MS = 2_000;

const READY_WITHIN_MS = 600_000;
const LOAD = fileURLToPath(import.meta.resolve("./support/load.ts"));

/** Searches over HTTP, hosting and alerts on the roads of a whole state. */
export const stateInUse: Bench = {
  name: "state-in-use",
  run: () => withTempFolder(measureIn),
};

async function measureIn(folder: string): Promise<Figures> {
  const { db, connection, close } = await openDatabase({ folder, onLost: logProgress });
  const graph = await buildStateRegion(folder, SHARE);
  const bare = createBareContext(db);
  const settings = { ...bare.settings, DATA_DIR: folder };
  const regions = openRegions(settings, bare.log);
  const roads = openRoutingEngine(settings, bare.log, regions);
  const ctx = {
    ...bare,
    settings,
    regions,
    routing: roads.routing,
  };
  const state = new RandomState(graph, Math.ceil(Date.now() / DAY_MS) * DAY_MS);
  let rows: Row[];
  let token: string;
  try {
    const { uid } = await fillRegion(ctx, connection, state, RIDES);
    const hosts = await findHosts(ctx);
    rows = [
      ...(await measureHosting(ctx, state, hosts)),
      ...(await measureAlerts(ctx, state, hosts)),
    ];
    await ensureSigningKeys(ctx);
    token = await issueIdToken(ctx, uid);
  } finally {
    roads.close();
    regions.close();
    await close();
  }

  const junctions = (graph.nodeLat7.length / 1e6).toFixed(2);
  return {
    how: `${RIDES.toLocaleString("en")} rides of two weeks, 5 to 80 km long, on the roads of a made-up state with ${junctions} million junctions. Own work is processor time of the server's process, without the database. The saved searches are for any day, ${100 * FITTING} % of them for ways of the hosted rides; alerts are timed from the commit of the last ride, by a server that has prepared the roads at all rides and none at saved searches. Searches over HTTP: ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, ${SEARCHES} different searches of each kind, medians.`,
    rows: [...rows, ...(await measureHttp(folder, token, state))],
  };
}

async function findHosts({ db }: OutsideContext): Promise<string[]> {
  const profiles = await db.selectFrom("profile").select("uid").limit(RIDES).execute();
  return profiles.map(({ uid }) => uid);
}

const placeOf = ({ lat, lng }: LatLng) => ({
  label: "A place",
  lat,
  lng,
  shown: "exact",
});

/** A ride that departs on a day of its own after all others. */
const toTerms = (points: readonly LatLng[], hostId: string, day: number): HostedRide =>
  HostedRide.parse({
    hostId,
    origin: placeOf(points[0] ?? { lat: 0, lng: 0 }),
    stops: points.slice(1, -1).map(placeOf),
    destination: placeOf(points.at(-1) ?? { lat: 0, lng: 0 }),
    departsAt: new Date(Date.now() + (20 + day) * DAY_MS).toISOString(),
    seatsTotal: 3,
  });

const host = (ctx: OutsideContext, uid: string, terms: HostedRide) =>
  transaction(ctx, (inTransaction) => createRide(inTransaction, { uid, vehicle: null }, terms));

async function measureHosting(
  ctx: OutsideContext,
  state: RandomState,
  hosts: readonly string[],
): Promise<Row[]> {
  const cpuTimes: number[] = [];
  const hours: number[] = [];
  for (let n = -3; n < LONG_RIDES; n++) {
    const uid = hosts[n + 3] ?? "";
    const terms = toTerms(pickLongWay(ctx, state), uid, 1);
    const before = process.cpuUsage();
    const { departs_at, arrives_at } = await host(ctx, uid, terms);
    const { user, system } = process.cpuUsage(before);
    if (n < 0) continue;
    cpuTimes.push((user + system) / 1_000);
    hours.push((arrives_at.getTime() - departs_at.getTime()) / HOUR_MS);
  }
  const what = `hosting a ride of ${median(hours).toFixed(0)} hours with ${STOPS} stops, own work`;
  return [row(what, median(cpuTimes), { unit: "ms", atMost: MOST_HOSTING_MS })];
}

/** Seven places with the least time between them that is long enough, or the longest of many tries. */
function pickLongWay(ctx: OutsideContext, state: RandomState): LatLng[] {
  let longest: LatLng[] = [];
  let longestS = 0;
  for (let n = 0; n < 200 && longestS < LONG_RIDE_S; n++) {
    const points = Array.from({ length: STOPS + 2 }, () => state.place());
    const durationS = points
      .slice(1)
      .reduce((sum, to, k) => sum + (ctx.routing.road(points[k] ?? to, to)?.durationS ?? 0), 0);
    if (durationS <= longestS) continue;
    longest = points;
    longestS = durationS;
  }
  return longest;
}

async function measureAlerts(
  ctx: OutsideContext,
  state: RandomState,
  hosts: readonly string[],
): Promise<Row[]> {
  const ways = Array.from({ length: HOSTED }, () => state.trip());
  await saveSearches(ctx, state, hosts, ways);
  await startAlertConsumer(ctx);
  const index = new RideIndex(ctx);
  await prepareRoads(ctx, await waitForIndex(index), new AbortController().signal);
  const poll = alertConsumer(ctx, index);
  while ((await poll()) > 0);

  await Promise.all(
    ways.map(({ from, to }, n) => {
      const uid = hosts[hosts.length - 1 - n] ?? "";
      return host(ctx, uid, toTerms([from, to], uid, 3));
    }),
  );
  const began = performance.now();
  const before = process.cpuUsage();
  while ((await poll()) > 0);
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  const alerts = await ctx.db.selectFrom("ride_alert").select("ride_id").execute();
  logProgress(`${alerts.length} alerts`);
  const what = `alerts after ${HOSTED} rides hosted at once, ${SAVED_SEARCHES.toLocaleString("en")} saved searches`;
  return [
    row(what, wallMs, { unit: "ms", atMost: MOST_ALERTS_MS }),
    row("… own work", (user + system) / 1_000, { unit: "ms" }),
    row("… alerts sent", alerts.length, { unit: "" }),
  ];
}

async function saveSearches(
  ctx: OutsideContext,
  state: RandomState,
  hosts: readonly string[],
  ways: readonly { readonly from: LatLng; readonly to: LatLng }[],
): Promise<void> {
  const saveOne = async (n: number) => {
    const way = n < FITTING * SAVED_SEARCHES ? ways[n % ways.length] : undefined;
    const { from, to } = way ?? state.trip();
    const search = SearchToSave.parse({
      origin: placeOf(moved(from, n)),
      destination: placeOf(moved(to, n)),
    });
    const uid = hosts[Math.floor(n / SEARCHES_PER_OWNER)] ?? "";
    await saveSearch(ctx, { uid, sessionId: "", emailVerified: true }, search);
  };
  for (let first = 0; first < SAVED_SEARCHES; first += SAVED_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(SAVED_AT_ONCE, SAVED_SEARCHES - first) }, (_, n) =>
        saveOne(first + n),
      ),
    );
  logProgress(`${SAVED_SEARCHES} searches are saved`);
}

/** A place a little beside another. */
const moved = ({ lat, lng }: LatLng, n: number): LatLng => ({
  lat: Number((lat + 0.0001 * (n % 40)).toFixed(5)),
  lng,
});

const WINDOWS = ["± 2 h around a wanted time", "whole day"] as const;

async function measureHttp(folder: string, token: string, state: RandomState): Promise<Row[]> {
  const server = await serve(SERVER, { DATA_DIR: folder, RATE_LIMIT_FACTOR: "1000" });
  try {
    const until = performance.now() + READY_WITHIN_MS;
    while (!(await fetch(`${server.address}/health/ready`)).ok) {
      if (performance.now() > until) throw new Error("The server did not become ready.");
      await sleep(100);
    }
    const rows: Row[] = [];
    for (const window of WINDOWS) {
      const paths = Array.from({ length: SEARCHES }, () => toPath(state, window));
      const load = (seconds: number) =>
        runLoad({
          address: server.address,
          paths,
          token,
          seconds,
          connections: CONNECTIONS,
        });
      await load(WARM_UP_S);
      const rounds: LoadResult[] = [];
      for (let n = 0; n < ROUNDS; n++) rounds.push(await load(SECONDS));
      const of = (pick: (result: LoadResult) => number) => median(rounds.map(pick));
      rows.push(
        row(
          `${window}: searches a second over HTTP`,
          of(({ perSecond }) => perSecond),
          { unit: "", atLeast: LEAST_PER_SECOND },
        ),
        row(
          `${window}: p50 of them`,
          of(({ p50Ms }) => p50Ms),
          { unit: "ms", digits: 1 },
        ),
        row(
          `${window}: p99 of them`,
          of(({ p99Ms }) => p99Ms),
          { unit: "ms", digits: 1 },
        ),
      );
    }
    return rows;
  } finally {
    await server.stop();
  }
}

async function runLoad(load: Load): Promise<LoadResult> {
  const result = LoadResult.parse(await runForJson(LOAD, load));
  if (result.failed > 0) throw new Error(`${result.failed} searches failed.`);
  return result;
}

function toPath(state: RandomState, window: (typeof WINDOWS)[number]): string {
  const { from, to } = state.trip();
  const atMs = state.instantMs();
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  const isDay = window === "whole day";
  const query = new URLSearchParams({
    fromLat: String(from.lat),
    fromLng: String(from.lng),
    toLat: String(to.lat),
    toLng: String(to.lng),
    departsAfter: new Date(isDay ? dayMs : atMs - 2 * HOUR_MS).toISOString(),
    departsBefore: new Date(isDay ? dayMs + DAY_MS : atMs + 2 * HOUR_MS).toISOString(),
    limit: "20",
  });
  if (!isDay) query.set("at", new Date(atMs).toISOString());
  return `/api/rides/search?${query.toString()}`;
}
