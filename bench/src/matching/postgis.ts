import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { distanceM, EARTH_RADIUS_M } from "@commonlane/matching/geo";
import { DEFAULT_MATCH_SETTINGS, type Search } from "@commonlane/matching/rule";
import pg from "pg";
import { logProgress } from "../bench.ts";
import type { RandomRide, RandomRoutes } from "./random-routes.ts";

const BIN = "/usr/lib/postgresql/15/bin";
const HERE = import.meta.dirname;
/** The rule in SQL. */
export const searchText: string = readFileSync(join(HERE, "postgis-query.sql"), "utf8");
const SETTINGS = {
  shared_buffers: "1GB",
  effective_cache_size: "3GB",
  work_mem: "64MB",
  maintenance_work_mem: "512MB",
  max_wal_size: "8GB",
  random_page_cost: "1.1",
  // The data loaded here is discarded.
  fsync: "off",
  autovacuum: "off",
  jit: "off",
  listen_addresses: "",
};

/** A ride as PostGIS found it. */
export interface Row {
  readonly id: string;
  readonly score: number;
  readonly order: number;
}

/** The peer: Debian's PostgreSQL 15 with PostGIS, one index over departure and route, and the rule in SQL. */
export interface Postgis {
  /** The folder of its socket. */
  readonly host: string;
  readonly bounds: Bounds;
  readonly findRides: (search: Search, limit: number) => Promise<Row[]>;
  readonly set: (name: string, value: string) => Promise<void>;
  readonly plan: (search: Search) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts a cluster in a new folder and loads the rides into it. Needs root, to become the user postgres. */
export async function openPostgis(
  folder: string,
  ways: RandomRoutes,
  rides: number,
): Promise<Postgis> {
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout),
  );
  const data = join(folder, "data");
  mkdirSync(data);
  chmodSync(folder, 0o755);
  chownSync(data, uid ?? 0, gid ?? 0);
  const as = { uid: uid ?? 0, gid: gid ?? 0, cwd: data };
  const made = spawnSync(
    join(BIN, "initdb"),
    ["-D", data, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
    {
      ...as,
      encoding: "utf8",
    },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const options = Object.entries({ ...SETTINGS, unix_socket_directories: data }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const server = spawn(join(BIN, "postgres"), ["-D", data, ...options], { ...as, stdio: "ignore" });
  const gone = once(server, "exit");
  const client = await connect(data);
  await client.query(readFileSync(join(HERE, "postgis.sql"), "utf8"));
  const bounds = await load(data, ways, rides);
  logProgress(
    `loaded ${rides} rides into PostGIS; longest drive ${Math.round(bounds.longestS)} s, reach ${Math.round(bounds.reachM)} m`,
  );
  await client.query("create index ride_corridor on ride using gist (departs_at, route)");
  await client.query("vacuum analyze ride");
  const findRides = async (search: Search, limit: number) =>
    (
      await client.query<Row>({
        name: "search",
        text: searchText,
        values: searchValues(search, bounds, limit),
      })
    ).rows;
  return {
    host: data,
    bounds,
    findRides,
    set: async (name, value) => void (await client.query(`set ${name} = ${value}`)),
    plan: async (search) => {
      const text = `explain (analyze, buffers) ${searchText}`;
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        text,
        searchValues(search, bounds, 20),
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    },
    stop: async () => {
      await client.end();
      server.kill("SIGINT");
      await gone;
    },
  };
}

async function connect(host: string): Promise<pg.Client> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ host, user: "postgres", database: "postgres" });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((wake) => setTimeout(wake, 100));
    }
  }
}

/** Bounds on the time after departure and on the distance from the route of any pickup. */
interface Bounds {
  longestS: number;
  reachM: number;
}

/**
 * The rule's own bounds: a pickup is never after the whole drive plus its detour; a place b off a leg costs b's
 * ellipse.
 */
async function load(host: string, ways: RandomRoutes, rides: number): Promise<Bounds> {
  const bounds = { longestS: 0, reachM: 1_000 };
  const psql = spawn(
    join(BIN, "psql"),
    ["-q", "-h", host, "-U", "postgres", "-c", "copy ride from stdin"],
    {
      stdio: ["pipe", "ignore", "inherit"],
    },
  );
  const done = once(psql, "exit");
  let lines: string[] = [];
  for (let n = 0; n < rides; n++) {
    lines.push(lineOf(ways.ride(n), bounds));
    if (lines.length < 2_000 && n + 1 < rides) continue;
    if (!psql.stdin.write(lines.join(""))) await once(psql.stdin, "drain");
    lines = [];
  }
  psql.stdin.end();
  const [code] = await done;
  if (code !== 0) throw new Error("PostGIS did not take the rides.");
  return bounds;
}

function lineOf(ride: RandomRide, bounds: Bounds): string {
  const { id, points, legs, departsAtMs, seatsLeft, maxDetourM, maxDetourS } = ride;
  const legRad = points
    .slice(1)
    .map((to, leg) => distanceM(points[leg] ?? to, to) / EARTH_RADIUS_M);
  const startS: number[] = [];
  const legS = legs.map(({ durationS }) => durationS);
  let wholeS = 0;
  const { detourMps, roadFactor } = DEFAULT_MATCH_SETTINGS;
  const extraM = Math.min(maxDetourM, detourMps * maxDetourS) / roadFactor;
  for (const [leg, rad] of legRad.entries()) {
    startS.push(wholeS);
    wholeS += legS[leg] ?? 0;
    const legM = EARTH_RADIUS_M * rad;
    bounds.reachM = Math.max(
      bounds.reachM,
      (Math.sqrt(2 * legM * extraM + extraM ** 2) / 2) * 1.001,
    );
  }
  bounds.longestS = Math.max(bounds.longestS, wholeS + maxDetourS);
  const until = new Date(departsAtMs + (wholeS + maxDetourS) * 1000 + 1000).toISOString();
  const route = `SRID=4326;LINESTRING(${points.map(({ lat, lng }) => `${lng} ${lat}`).join(",")})`;
  const vectors = points.map(vectorOf);
  const columns = [0, 1, 2].map((n) => `{${vectors.map((vector) => vector[n]).join(",")}}`);
  const lists = [legRad, startS, legS, seatsLeft].map((list) => `{${list.join(",")}}`);
  return `${[id, new Date(departsAtMs).toISOString(), until, route, ...columns, ...lists, maxDetourM, maxDetourS].join("\t")}\n`;
}

function vectorOf({ lat, lng }: { lat: number; lng: number }): [number, number, number] {
  const phi = (lat * Math.PI) / 180;
  const lambda = (lng * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Parameters of the rule. */
export function searchValues(
  search: Search,
  { longestS, reachM }: Bounds,
  limit: number,
): unknown[] {
  const { from, to, departsAfterMs, departsBeforeMs, atMs, seats, walkM } = search;
  const places = [from, to].map(({ lat, lng }) => `SRID=4326;POINT(${lng} ${lat})`);
  const times = [departsAfterMs, departsBeforeMs, atMs].map((ms) =>
    ms === undefined ? null : new Date(ms).toISOString(),
  );
  return [
    ...vectorOf(from),
    ...vectorOf(to),
    ...places,
    ...times,
    seats,
    walkM,
    longestS,
    reachM,
    limit,
  ];
}
