import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { DAY_MS } from "@commonlane/contract/durations";
import { type Bench, type Figures, median, row, logProgress } from "./bench.ts";
import { cpuTimeMs } from "./support/cpu.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { type Load, LoadResult } from "./support/load-types.ts";
import { CLUSTER, runForJson, type Running, serve, SERVER } from "./support/processes.ts";
import { fillRides } from "./support/fill-rides.ts";

const RIDES = Number(process.env["RIDES"] ?? 1_000);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SECONDS = Number(process.env["SECONDS"] ?? 5);
const CONNECTIONS = 50;
const LEAST_RATIO = 1.8;
const MOST_WORK = 1.1;
const LOAD = fileURLToPath(import.meta.resolve("./support/load.ts"));

/** The mix of requests, in percent. */
const KINDS = { ride: 70, search: 10, place: 10, lists: 10 };

/** How much more two processes behind one port answer than one. */
export const cluster: Bench = { name: "cluster", run: () => withTempFolder(measureIn) };

interface Answered {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Of all processes including the database, in milliseconds. */
  readonly workMs: number;
}

async function measureIn(folder: string): Promise<Figures> {
  const { rideIds, token } = await fillRides(folder, RIDES);
  const rounds: { one: Answered; two: Answered }[] = [];
  for (let n = 0; n <= ROUNDS; n++) {
    const one = await answered(SERVER, folder, rideIds, token);
    const two = await answered(CLUSTER, folder, rideIds, token);
    logProgress(
      `cluster ${n}: ${one.perSecond.toFixed()}/s by one, ${two.perSecond.toFixed()}/s by two; ${one.workMs.toFixed(2)} and ${two.workMs.toFixed(2)} ms of work each`,
    );
    // The first round is not counted: it fills the caches of the system.
    if (n > 0) rounds.push({ one, two });
  }
  const of = (pick: (round: { one: Answered; two: Answered }) => number) =>
    median(rounds.map(pick));
  const cores = availableParallelism();
  const mix = Object.entries(KINDS).map(([kind, part]) => `${part} % ${kind}`);
  return {
    how: `Reading (${mix.join(", ")}) by a signed-in person, among ${RIDES} rides on the embedded database, from \`npm start\` and from \`npm run cluster\`, ${CONNECTIONS} connections, ${ROUNDS} alternating rounds of ${SECONDS} s on servers just started, medians. The database and autocannon share the ${cores} cores with the servers, so the ratio of what is answered is what these cores have left; the work for each answer says what further cores would give.`,
    rows: [
      row(
        "two processes / one, answered",
        of(({ one, two }) => two.perSecond / one.perSecond),
        { unit: "×", digits: 2, atLeast: LEAST_RATIO },
      ),
      row(
        "two processes / one, work for each answer",
        of(({ one, two }) => two.workMs / one.workMs),
        { unit: "×", digits: 2, atMost: MOST_WORK },
      ),
      row(
        "one process",
        of(({ one }) => one.perSecond),
        { unit: "per second" },
      ),
      row(
        "two processes",
        of(({ two }) => two.perSecond),
        { unit: "per second" },
      ),
      row(
        "one process, p99",
        of(({ one }) => one.p99Ms),
        { unit: "ms" },
      ),
      row(
        "two processes, p99",
        of(({ two }) => two.p99Ms),
        { unit: "ms" },
      ),
    ],
  };
}

async function answered(
  file: readonly string[],
  folder: string,
  rideIds: readonly string[],
  token: string,
): Promise<Answered> {
  const server = await serve(file, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    NEW_ACCOUNT_DAYS: "0",
    LOG_LEVEL: "error",
  });
  try {
    const paths = mixOf(rideIds);
    await runLoad(server, { paths, token, seconds: SECONDS });
    const before = cpuTimeMs(server.pid);
    const { perSecond, p99Ms } = await runLoad(server, { paths, token, seconds: SECONDS });
    return { perSecond, p99Ms, workMs: (cpuTimeMs(server.pid) - before) / (perSecond * SECONDS) };
  } finally {
    await server.stop();
  }
}

async function runLoad(
  { address }: Running,
  options: Pick<Load, "paths" | "token" | "seconds">,
): Promise<LoadResult> {
  const load: Load = { address, connections: CONNECTIONS, ...options };
  const loaded = LoadResult.parse(await runForJson(LOAD, load));
  if (loaded.failed > 0) throw new Error(`${loaded.failed} requests failed.`);
  return loaded;
}

function mixOf(rideIds: readonly string[]): string[] {
  const search = new URLSearchParams({
    fromLat: "47.9959",
    fromLng: "7.8522",
    toLat: "50.9375",
    toLng: "6.9603",
    departsAfter: new Date(Date.now() + DAY_MS / 2).toISOString(),
    departsBefore: new Date(Date.now() + 3 * DAY_MS).toISOString(),
  });
  const kinds: Record<keyof typeof KINDS, (n: number) => string> = {
    ride: (n) => `/api/rides/${rideIds[n % rideIds.length]}`,
    search: () => `/api/rides/search?${search.toString()}`,
    place: (n) => `/api/auth/places/predictions?query=${["Freib", "Karls", "Mai", "Stutt"][n % 4]}`,
    lists: (n) => (n % 2 ? "/api/notifications" : "/api/rides/my-requests"),
  };
  const paths = ["ride", "search", "place", "lists"] as const;
  return Array.from({ length: 10 }, (_, turn) =>
    paths.flatMap((kind) =>
      Array.from({ length: KINDS[kind] }, (_, n) => kinds[kind](turn * KINDS[kind] + n)),
    ),
  ).flat();
}
