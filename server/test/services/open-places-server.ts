import { NearestPlace, places } from "@commonlane/contract/places";
import { pino } from "pino";
import { createCommunity } from "#platform/community/community.ts";
import { connect, type Connection, type Db } from "#platform/db/database.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { EndpointRouter } from "#platform/http/endpoints/endpoint-router.ts";
import { createServer } from "#platform/http/server.ts";
import { NO_REGIONS } from "#platform/regions/regions.ts";
import { RegionalRoads } from "#platform/routing/network/regional-roads.ts";
import { Metrics } from "#platform/metrics.ts";
import { readSettings, type Settings } from "#platform/settings.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { createTestJobs } from "../app/test-jobs.ts";
import {
  createGeocoder,
  importWorldPlaces,
  importFirstTowns,
  placeRoutes,
} from "#modules/places/index.ts";

interface PlacesServerOptions {
  readonly all?: boolean;
  /** Imports more. */
  readonly prepare?: (connection: Connection) => Promise<void>;
  readonly env?: Record<string, string>;
}

/**
 * One server for all tests of a file: they only read, and its towns take a while to import. With `all` it has stations,
 * postcodes and the like, too.
 */
export async function openPlacesServer({
  all = false,
  prepare,
  env = {},
}: PlacesServerOptions = {}) {
  const connection = await createTestDatabase({ shared: true });
  await importFirstTowns(connection);
  if (all) await importWorldPlaces(connection);
  await prepare?.(connection);
  const db = connect(connection, { max: 4 });
  const at = async (env: Record<string, string>) => serve(db, readSettings(env));
  const { close, ...calls } = await at(env);
  return { db, at, ...calls, close: () => close().then(() => db.destroy()) };
}

/** Calls the place endpoints as a community's server would answer them. */
async function serve(db: Db, settings: Settings) {
  const log = pino({ enabled: false });
  const ctx = {
    db,
    now: () => new Date("2026-01-01T08:00:00Z"),
    jobs: createTestJobs(),
    mail: { send: async () => {} },
    log,
    metrics: new Metrics(),
    services: { fetch },
    routing: new RegionalRoads(() => [], settings),
    regions: NO_REGIONS,
    settings,
    community: createCommunity(settings.fixedCommunity, log),
    accountAccess: [],
  };
  const rateLimits = new RateLimits(undefined, 1000);
  const http = createServer(ctx, rateLimits);
  const signedOut = {
    authenticate: async () => undefined,
    checkProof: () => Promise.reject(new Error()),
  };
  placeRoutes(createGeocoder(ctx))(new EndpointRouter({ ctx, http, rateLimits, ...signedOut }));
  const get = async (path: string, query: Record<string, string> = {}) => {
    const reply = await http.inject({ method: "GET", url: `/api/auth/places/${path}`, query });
    return { status: reply.statusCode, body: reply.json<unknown>() };
  };
  const suggest = async (query: string, more: Record<string, string> = {}) =>
    places.predict.reply.parse((await get("predictions", { query, ...more })).body);
  const predict = async (query: string, more: Record<string, string> = {}) =>
    (await suggest(query, more)).items;
  const nearest = async (lat: number, lng: number) =>
    NearestPlace.parse((await get("reverse-geocode", { lat: String(lat), lng: String(lng) })).body);
  return { ctx, get, suggest, predict, nearest, close: () => http.close() };
}
