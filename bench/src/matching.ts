import type { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Match } from "@commonlane/matching/rule";
import { type Bench, type Figures, median, row, type Row, logProgress } from "./bench.ts";
import { measureGrowth } from "./matching/growth.ts";
import { measureLoading, measurePauses, measureUpdates } from "./matching/index-updates.ts";
import { openPostgis, type Postgis } from "./matching/postgis.ts";
import { RandomRoutes, WINDOWS, type Window } from "./matching/random-routes.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const RIDES = Number(process.env["RIDES"] ?? 1_000_000);
const ROUNDS = 5;
const SEARCHES = Number(process.env["SEARCHES"] ?? 200);
const TOP = 20;
const TARGETS: Record<Window, number> = { "±2 h": 25, "whole day": 60 };
/** Orders within this distance are equal: PostGIS gets times in milliseconds. */
const SAME_ORDER_S = 0.01;

/** Speed of the corridor index, against PostGIS with one index and the same rule, and the cost of updates. */
export const matching: Bench = {
  name: "matching",
  async run(): Promise<Figures> {
    const ways = new RandomRoutes();
    const { index, rows } = measureGrowth(ways, RIDES);
    rows.push(
      ...measureLoading(index),
      ...measureUpdates(index, ways, RIDES),
      ...(await measurePauses(index, ways, RIDES)),
    );
    await withTempFolder(async (folder) => {
      const postgis = await openPostgis(folder, ways, RIDES);
      try {
        await useTheFaster(postgis, ways);
        for (const window of WINDOWS) rows.push(...(await compare(index, postgis, ways, window)));
      } finally {
        await postgis.stop();
      }
    });
    return {
      how: `${RIDES.toLocaleString("en")} rides of 12 to 16 points over Europe (bench/src/matching/random-routes.ts), top ${TOP}, in process. Against Debian's PostgreSQL 15 with PostGIS, one \`gist (departs_at, route)\` index over geography and the rule in SQL, on a warm cache: ${SEARCHES} searches in ${ROUNDS} alternating rounds, of each search the median, of these p50 and p99.`,
      rows,
    };
  },
};

/**
 * Parallel workers speed up large results and slow down small ones, and plans can be cached or not: the faster variant
 * counts.
 */
async function useTheFaster(postgis: Postgis, ways: RandomRoutes): Promise<void> {
  const searches = Array.from({ length: 12 }, (_, n) =>
    ways.search(50_000 + n, RIDES, "whole day"),
  );
  let best = { ms: Infinity, settings: ["", ""] };
  const choices = ["0", "2"].flatMap((workers) =>
    ["force_custom_plan", "force_generic_plan"].map((plan) => [workers, plan]),
  );
  const use = async ([workers = "", plan = ""]: readonly string[]) => {
    await postgis.set("max_parallel_workers_per_gather", workers);
    await postgis.set("plan_cache_mode", plan);
  };
  for (const settings of choices) {
    await use(settings);
    const times: number[] = [];
    for (const search of [...searches, ...searches])
      times.push((await timed(() => postgis.findRides(search, TOP))).ms);
    const ms = median(times);
    logProgress(`PostGIS with ${settings.join(" workers, ")}: ${ms.toFixed(1)} ms`);
    if (ms < best.ms) best = { ms, settings };
  }
  await use(best.settings);
}

async function compare(
  index: CorridorIndex,
  postgis: Postgis,
  ways: RandomRoutes,
  window: Window,
): Promise<Row[]> {
  const searches = Array.from({ length: SEARCHES }, (_, n) => ways.search(n, RIDES, window));
  const times = searches.map(() => ({ ours: [] as number[], theirs: [] as number[] }));
  let different = 0;
  let found = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, search] of searches.entries()) {
      const ours = await timed(() => Promise.resolve(index.find(search, { limit: TOP })));
      const theirs = await timed(() => postgis.findRides(search, TOP));
      times[n]?.ours.push(ours.ms);
      times[n]?.theirs.push(theirs.ms);
      if (round > 0) continue;
      found += ours.value.length;
      if (!isSame(ours.value, theirs.value)) different++;
    }
    logProgress(
      `${window}: round ${round + 1} of ${ROUNDS}, ${found} results, ${different} different`,
    );
  }
  const ours = times.map((pair) => median(pair.ours)).toSorted((a, b) => a - b);
  const theirs = times.map((pair) => median(pair.theirs)).toSorted((a, b) => a - b);
  return [
    row(`${window}: searches of ${SEARCHES} whose results differ (${found} results)`, different, {
      unit: "",
      atMost: 0,
    }),
    row(`${window}: PostGIS / index, p50`, at(theirs, 0.5) / at(ours, 0.5), {
      unit: "×",
      atLeast: TARGETS[window],
    }),
    row(`${window}: index p50, its caches taken by PostGIS between searches`, at(ours, 0.5), {
      unit: "ms",
      digits: 3,
    }),
    row(`${window}: index p99, the same`, at(ours, 0.99), { unit: "ms", digits: 3 }),
    row(`${window}: PostGIS p50`, at(theirs, 0.5), { unit: "ms", digits: 1 }),
    row(`${window}: PostGIS p99`, at(theirs, 0.99), { unit: "ms", digits: 1 }),
  ];
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? NaN;

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

const isSame = (
  ours: readonly Match[],
  theirs: readonly { id: string; order: number }[],
): boolean =>
  ours.length === theirs.length &&
  ours.every(
    ({ rideId, order }, n) =>
      rideId === theirs[n]?.id && Math.abs(order - theirs[n].order) < SAME_ORDER_S,
  );
