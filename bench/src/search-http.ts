import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Search } from "@commonlane/matching/rule";
import { z } from "zod";
import { type Bench, type Figures, median, row, type Row, logProgress } from "./bench.ts";
import { openPostgis } from "./matching/postgis.ts";
import { RandomRoutes, WINDOWS, type Window } from "./matching/random-routes.ts";
import { fillEurope } from "./search-http/fill-europe.ts";
import type { Peer } from "./search-http/peer-types.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { type Load, LoadResult } from "./support/load-types.ts";
import { runForJson, type Running, serve, SERVER } from "./support/processes.ts";
import { type ConstantRateLoad, ConstantRateResult } from "./support/constant-rate-types.ts";

const RIDES = Number(process.env["RIDES"] ?? 1_000_000);
const SEARCHES = Number(process.env["SEARCHES"] ?? 400);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SECONDS = Number(process.env["SECONDS"] ?? 10);
const PER_SECOND = Number(process.env["PER_SECOND"] ?? 200);
const CONNECTIONS = 4;
const TOP = 20;
const MOST_P99_MS = 20;
const LEAST_RATIO = 3;
const MOST_LOAD_MS = 3_000;
const READY_WITHIN_MS = 600_000;
const PEER = fileURLToPath(import.meta.resolve("./search-http/postgis-server.ts"));
const LOAD = fileURLToPath(import.meta.resolve("./support/load.ts"));
const STEADY = fileURLToPath(import.meta.resolve("./support/constant-rate.ts"));

/** Searches over HTTP among very many rides, at a constant rate, and as fast as they are answered, against PostGIS. */
export const searchHttp: Bench = {
  name: "search-http",
  run: () => withTempFolder((folder) => withTempFolder((postgis) => measureIn(folder, postgis))),
};

async function measureIn(folder: string, postgisFolder: string): Promise<Figures> {
  const ways = new RandomRoutes();
  const { token } = await fillEurope(folder, ways, RIDES);
  const environment = { DATA_DIR: folder, RATE_LIMIT_FACTOR: "1000" };
  const first = await startReady(environment);
  const starts: number[] = [];
  await first.server.stop();
  let { server, readyMs } = await startReady(environment);
  try {
    for (let n = 0; n < 2; n++) {
      starts.push(readyMs);
      await server.stop();
      ({ server, readyMs } = await startReady(environment));
    }
    starts.push(readyMs);
    const paths = Object.fromEntries(WINDOWS.map((window) => [window, pathsOf(ways, window)]));
    const steady: ConstantRateResult[] = [];
    const pathsIn = join(folder, "paths.json");
    writeFileSync(pathsIn, JSON.stringify(Object.values(paths).flat()));
    for (let n = 0; n <= ROUNDS; n++) {
      const result = await searchAtConstantRate({
        address: server.address,
        pathsIn,
        token,
        perSecond: PER_SECOND,
        seconds: SECONDS,
      });
      const [p50, p99, most] = [result.p50Ms, result.p99Ms, result.mostMs].map((ms) =>
        ms.toFixed(1),
      );
      logProgress(`search-http steady ${n}: p50 ${p50}, p99 ${p99}, most ${most} ms`);
      // The first one meets uncompiled code and empty caches.
      if (n > 0) steady.push(result);
    }
    const postgis = await openPostgis(postgisFolder, ways, RIDES);
    const peerInput: Peer = { folder, postgis: postgis.host, bounds: postgis.bounds };
    const peer = await serve(PEER, { PEER: JSON.stringify(peerInput) });
    try {
      const compared: Row[] = [];
      for (const window of WINDOWS) {
        compared.push(
          ...(await compare(window, {
            ours: server,
            theirs: peer,
            token,
            paths: paths[window] ?? [],
          })),
        );
      }
      return figures({ coldMs: first.readyMs, starts, steady, compared });
    } finally {
      await peer.stop();
      await postgis.stop();
    }
  } finally {
    await server.stop();
  }
}

/** A server, and its time from start to ready, including its index. */
async function startReady(
  environment: Record<string, string>,
): Promise<{ server: Running; readyMs: number }> {
  const began = performance.now();
  const server = await serve(SERVER, environment);
  while (!(await fetch(`${server.address}/health/ready`)).ok) {
    if (performance.now() - began > READY_WITHIN_MS)
      throw new Error("The server did not become ready.");
    await sleep(20);
  }
  const readyMs = performance.now() - began;
  logProgress(
    `ready after ${readyMs.toFixed()} ms, of which ${server.readyAfterMs.toFixed()} ms until it listened`,
  );
  return { server, readyMs: readyMs - server.readyAfterMs };
}

const pathsOf = (ways: RandomRoutes, window: Window): string[] =>
  Array.from({ length: SEARCHES }, (_, n) => pathOf(ways.search(n, RIDES, window)));

function pathOf({ from, to, departsAfterMs, departsBeforeMs, atMs, seats, walkM }: Search): string {
  const query = new URLSearchParams({
    fromLat: String(from.lat),
    fromLng: String(from.lng),
    toLat: String(to.lat),
    toLng: String(to.lng),
    departsAfter: new Date(departsAfterMs).toISOString(),
    departsBefore: new Date(departsBeforeMs).toISOString(),
    seats: String(seats),
    walkM: String(walkM),
    limit: String(TOP),
  });
  if (atMs !== undefined) query.set("at", new Date(atMs).toISOString());
  return `/api/rides/search?${query.toString()}`;
}

async function searchAtConstantRate(load: ConstantRateLoad): Promise<ConstantRateResult> {
  const result = ConstantRateResult.parse(await runForJson(STEADY, load));
  if (result.failed > 0) throw new Error(`${result.failed} searches failed.`);
  return result;
}

interface Compared {
  readonly ours: Running;
  readonly theirs: Running;
  readonly token: string;
  readonly paths: readonly string[];
}

async function compare(window: Window, { ours, theirs, token, paths }: Compared): Promise<Row[]> {
  const answers = async ({ address }: Running, path: string) =>
    idsOf(await fetch(address + path, bearing(token)));
  let different = 0;
  for (const path of paths) {
    const mine = await answers(ours, path);
    const other = await answers(theirs, path);
    if (mine !== other) different++;
  }
  const rounds: { ours: LoadResult; theirs: LoadResult }[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const measure = ({ address }: Running) => runLoad({ address, paths: [...paths], token });
    const round = { ours: await measure(ours), theirs: await measure(theirs) };
    logProgress(
      `search-http ${window} ${n}: ${round.ours.perSecond.toFixed()}/s, PostGIS ${round.theirs.perSecond.toFixed()}/s`,
    );
    rounds.push(round);
  }
  const of = (pick: (round: { ours: LoadResult; theirs: LoadResult }) => number) =>
    median(rounds.map(pick));
  return [
    row(`${window}: searches of ${paths.length} whose results differ`, different, {
      unit: "",
      atMost: 0,
    }),
    row(
      `${window}: answered by us / with PostGIS`,
      of((round) => round.ours.perSecond / round.theirs.perSecond),
      { unit: "×", digits: 1, atLeast: LEAST_RATIO },
    ),
    row(
      `${window}: ours, p50`,
      of(({ ours }) => ours.p50Ms),
      { unit: "ms", digits: 1 },
    ),
    row(
      `${window}: with PostGIS, p50`,
      of(({ theirs }) => theirs.p50Ms),
      { unit: "ms", digits: 1 },
    ),
  ];
}

const Answer = z.object({ items: z.array(z.object({ ride: z.object({ id: z.string() }) })) });
const idsOf = async (reply: Response) =>
  Answer.parse(await reply.json())
    .items.map(({ ride }) => ride.id)
    .join(" ");
const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function runLoad(peer: Pick<Load, "address" | "paths" | "token">): Promise<LoadResult> {
  const load: Load = { ...peer, seconds: SECONDS, connections: CONNECTIONS };
  const loaded = LoadResult.parse(await runForJson(LOAD, load));
  if (loaded.failed > 0) throw new Error(`${loaded.failed} searches failed.`);
  return loaded;
}

interface Measured {
  readonly coldMs: number;
  readonly starts: readonly number[];
  readonly steady: readonly ConstantRateResult[];
  readonly compared: readonly Row[];
}

function figures({ coldMs, starts, steady, compared }: Measured): Figures {
  const perMillion = (ms: number) => (ms * 1_000_000) / RIDES;
  const of = (pick: (result: ConstantRateResult) => number) => median(steady.map(pick));
  return {
    how: `${RIDES.toLocaleString("en")} rides of 12 to 16 points over Europe, each with a host of its own, in the database of a real server; \`GET /api/rides/search\`, top ${TOP}, ${2 * SEARCHES} different searches, half of them ± 2 h and half of a whole day. At a steady pace, counted from when each request was due, ${ROUNDS} rounds of ${SECONDS} s. Against the same web server, rules, rights and views with rides found by PostGIS on Debian's PostgreSQL 15 (one \`gist (departs_at, route)\` index, the rule in SQL): ${CONNECTIONS} connections, ${ROUNDS} alternating rounds of ${SECONDS} s, medians.`,
    rows: [
      row(
        `${PER_SECOND} searches a second: p99`,
        of(({ p99Ms }) => p99Ms),
        { unit: "ms", digits: 1, atMost: MOST_P99_MS },
      ),
      row(
        `${PER_SECOND} searches a second: p50`,
        of(({ p50Ms }) => p50Ms),
        { unit: "ms", digits: 1 },
      ),
      ...compared,
      row(
        "index taken up from what the last run kept, after listening, per million",
        perMillion(median(starts)),
        {
          unit: "ms",
          atMost: MOST_LOAD_MS,
        },
      ),
      row(
        "index filled from the database alone, after listening, per million",
        perMillion(coldMs),
        { unit: "ms" },
      ),
    ],
  };
}
