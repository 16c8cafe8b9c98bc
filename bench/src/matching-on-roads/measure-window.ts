import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { LatLng } from "@commonlane/matching/geo";
import type { Match } from "@commonlane/matching/rule";
import type { RideIndex } from "../../../server/src/modules/rides/search/index.ts";
import { measureMatches } from "../../../server/src/modules/rides/search/measure-matches.ts";
import { findNextBest } from "../../../server/src/modules/rides/search/next-best.ts";
import { searchRides } from "../../../server/src/modules/rides/search/ride-search.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import type { RoutingEngine } from "../../../server/src/platform/routing/routing-engine.ts";
import { logProgress, median, row, type Row } from "../bench.ts";

export const TOP = 20;
const P50_MS = 10;
const P99_MS = 30;
/** Empty searches whose next best is measured. */
const NEXT_BEST = 40;
const WINDOWS = ["± 2 h around a wanted time", "whole day"] as const;
type Window = (typeof WINDOWS)[number];

/** Random places and times of a region. */
export interface SearchedRegion {
  /** The ends of a trip that people make there. */
  trip(): { readonly from: LatLng; readonly to: LatLng };
  instantMs(): number;
}

interface Searching {
  readonly ctx: Context;
  readonly index: RideIndex;
  /** The same roads, without labels of any place. */
  readonly alone: RoutingEngine;
  readonly uid: string;
  readonly region: SearchedRegion;
  readonly searches: number;
  /** How many first pages are compared with brute force. */
  readonly judged: number;
}

type LookUp = (routing: RoutingEngine) => unknown;

/**
 * The same routing engine, which also records what was looked up, between copies of the places: one engine leaves in
 * those of rides what it knows of them.
 */
function recordLookUps(routing: RoutingEngine): { routing: RoutingEngine; lookUps: LookUp[] } {
  const lookUps: LookUp[] = [];
  const copies = new Map<LatLng, LatLng>();
  const copyOf = (place: LatLng): LatLng => {
    let copy = copies.get(place);
    if (!copy) copies.set(place, (copy = { lat: place.lat, lng: place.lng }));
    return copy;
  };
  const recording: RoutingEngine = {
    isCovered: (place) => routing.isCovered(place),
    isOnBadRoad: (place) => routing.isOnBadRoad(place),
    road: (from, to) => {
      const ends = [copyOf(from), copyOf(to)] as const;
      lookUps.push((other) => other.road(...ends));
      return routing.road(from, to);
    },
    route: (points) => routing.route(points),
    walks: (place, others, mostM) => {
      const start = copyOf(place);
      const ends = others.map(copyOf);
      lookUps.push((other) => other.walks(start, ends, mostM));
      return routing.walks(place, others, mostM);
    },
    walkPath: (from, to, mostM) => routing.walkPath(from, to, mostM),
  };
  return { routing: recording, lookUps };
}

type Query = Parameters<typeof searchRides>[3];

function toQuery(region: SearchedRegion, window: Window): Query {
  const { from, to } = region.trip();
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

/** `ms` by the clock; `cpuMs` of processor time of this process, which depends less on other load of the machine. */
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; cpuMs: number; value: T }> {
  const before = process.cpuUsage();
  const began = performance.now();
  const value = await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000, value };
}

/** Searches in each kind of window, between places that were not searched before. */
export async function measureSearches(searching: Searching): Promise<Row[]> {
  const stopReading = keepReading(searching.index);
  try {
    const rows: Row[] = [];
    for (const window of WINDOWS) rows.push(...(await measureWindow(searching, window)));
    return rows;
  } finally {
    stopReading();
  }
}

/** As a server does: an index that is not read for a minute is built again, beside the searches. */
export function keepReading(index: RideIndex): () => void {
  const reading = setInterval(() => void index.getUpToDate(), READ_EVERY_MS);
  return () => clearInterval(reading);
}
const READ_EVERY_MS = 5_000;

interface MeasuredSearch {
  readonly query: Query;
  readonly ms: number;
  readonly cpuMs: number;
  /** Ids of the first page. */
  readonly ids: readonly string[];
}

async function measureWindow(searching: Searching, window: Window): Promise<Row[]> {
  const { ctx, index, alone: engine, uid, region } = searching;
  const seeker = { uid, sessionId: "", emailVerified: true };
  const searches: MeasuredSearch[] = [];
  for (let n = -5; n < searching.searches; n++) {
    const query = toQuery(region, window);
    const { ms, cpuMs, value } = await timed(() => searchRides(ctx, index, seeker, query));
    const ids = value.items.map(({ ride }) => ride.id);
    if (n >= 0) searches.push({ query, ms, cpuMs, ids });
  }

  // Only now, because all this leaves so much to collect that it slows down the next searches.
  const { routing, lookUps } = recordLookUps(ctx.routing);
  for (const { query } of searches) await searchRides({ ...ctx, routing }, index, seeker, query);
  const { ms: aloneMs } = await timed(async () => {
    for (const lookUp of lookUps) lookUp(engine);
  });
  const nextBestMs: number[] = [];
  for (const { query } of searches.filter(({ ids }) => ids.length === 0).slice(0, NEXT_BEST))
    nextBestMs.push((await timed(() => findNextBest(ctx, index, seeker, query))).ms);
  let different = 0;
  for (const { query, ids } of searches.slice(0, searching.judged))
    if (!(await isBestOfAll(searching, query, ids))) different++;

  const times = searches.map(({ ms }) => ms);
  const cpuTimes = searches.map(({ cpuMs }) => cpuMs);
  const sum = (of: (search: MeasuredSearch) => number) =>
    searches.reduce((total, search) => total + of(search), 0);
  logProgress(`${window}: ${sum(({ ids }) => ids.length)} found`);
  return [
    row(
      `${window}: time of a search / time of its roads alone, all searches`,
      sum(({ ms }) => ms) / aloneMs,
      { unit: "×", digits: 2 },
    ),
    row(`${window}: p50`, median(times), { unit: "ms", digits: 1, atMost: P50_MS }),
    row(`${window}: p95`, percentile(times, 95), { unit: "ms", digits: 1 }),
    row(`${window}: p99`, percentile(times, 99), { unit: "ms", digits: 1, atMost: P99_MS }),
    row(`${window}: p50, processor time of the server`, median(cpuTimes), {
      unit: "ms",
      digits: 1,
    }),
    row(`${window}: p99, processor time of the server`, percentile(cpuTimes, 99), {
      unit: "ms",
      digits: 1,
    }),
    ...rowsOfNextBest(window, nextBestMs),
    row(`${window}: roads per search, mean`, lookUps.length / searching.searches, {
      unit: "",
    }),
    row(
      `${window}: rides found per search, mean`,
      sum(({ ids }) => ids.length) / searching.searches,
      {
        unit: "",
        digits: 1,
      },
    ),
    row(`${window}: first pages of ${searching.judged} that differ from brute force`, different, {
      unit: "",
      atMost: 0,
    }),
  ];
}

function rowsOfNextBest(window: Window, times: readonly number[]): Row[] {
  if (times.length === 0) return [];
  const what = `${window}: the next best of ${times.length} searches that find nothing`;
  return [
    row(`${what}, p50`, median(times), { unit: "ms", digits: 1 }),
    row(`${what}, p99`, percentile(times, 99), { unit: "ms", digits: 1 }),
  ];
}

function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length * percent) / 100)] ?? NaN;
}

const JUDGED_AT_ONCE = 5_000;

/** Price and reliability are the same for all rides, so the order of the rule decides. */
async function isBestOfAll(
  { ctx, alone }: Searching,
  query: Query,
  ids: readonly string[],
): Promise<boolean> {
  const search = {
    from: { lat: query.fromLat, lng: query.fromLng },
    to: { lat: query.toLat, lng: query.toLng },
    departsAfterMs: Date.parse(query.departsAfter),
    departsBeforeMs: Date.parse(query.departsBefore),
    atMs: query.at === undefined ? undefined : Date.parse(query.at),
    seats: query.seats,
    walkM: query.walkM,
  };
  const matches = new Map<string, Match>();
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    // All rides of a state at once would exceed the time that a statement may take.
    const rides = await ctx.db
      .selectFrom("ride")
      .selectAll()
      .where("id", ">", after)
      .orderBy("id")
      .limit(JUDGED_AT_ONCE)
      .execute();
    const last = rides.at(-1);
    if (!last) break;
    after = last.id;
    const measured = await measureMatches(
      { ...ctx, routing: alone },
      rides.map((ride) => ({ row: ride, search })),
    );
    for (const match of measured) if (match) matches.set(match.rideId, match);
  }
  const least = [...matches.values()].map(({ order }) => order).toSorted((a, b) => a - b);
  const orders = ids.map((id) => matches.get(id)?.order ?? Infinity);
  return (
    orders.length === Math.min(TOP, least.length) && orders.every((order, n) => order === least[n])
  );
}
