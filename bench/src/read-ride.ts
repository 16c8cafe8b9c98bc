import { fileURLToPath } from "node:url";
import { type Bench, type Figures, median, row, logProgress } from "./bench.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { type Load, LoadResult } from "./support/load-types.ts";
import { runForJson, serve, SERVER } from "./support/processes.ts";
import { fillRides } from "./support/fill-rides.ts";

const RIDES = 1000;
const CONNECTIONS = 50;
const ROUNDS = 7;
const SECONDS = 4;
const LEAST_RATIO = 0.5;
const HELLO = fileURLToPath(import.meta.resolve("./support/bare-hello.ts"));
const LOAD = fileURLToPath(import.meta.resolve("./support/load.ts"));

/** The share of a bare web framework's speed that remains when a signed-in user reads a ride from the database. */
export const readRide: Bench = { name: "read-ride", run: () => withTempFolder(measureIn) };

interface Round {
  readonly ours: LoadResult;
  readonly bare: LoadResult;
  readonly ratio: number;
}

async function measureIn(folder: string): Promise<Figures> {
  const { rideIds, token } = await fillRides(folder, RIDES);
  // Rate limits are raised; all else is as in a default installation.
  const server = await serve(SERVER, { DATA_DIR: folder, RATE_LIMIT_FACTOR: "1000" });
  const hello = await serve(HELLO);
  try {
    const ours = { address: server.address, paths: rideIds.map((id) => `/api/rides/${id}`), token };
    const bare = { address: hello.address, paths: ["/hello"] };
    for (const peer of [ours, bare]) await runLoad(peer);
    const rounds: Round[] = [];
    for (let n = 1; n <= ROUNDS; n++) rounds.push(await oneRound(n, ours, bare));
    return figuresOf(rounds);
  } finally {
    await Promise.all([server.stop(), hello.stop()]);
  }
}

type Peer = Pick<Load, "address" | "paths" | "token">;

async function oneRound(n: number, us: Peer, them: Peer): Promise<Round> {
  const ours = await runLoad(us);
  const bare = await runLoad(them);
  const ratio = ours.perSecond / bare.perSecond;
  logProgress(
    `read-ride ${n}: ${ours.perSecond.toFixed()}/s of ${bare.perSecond.toFixed()}/s: ${ratio.toFixed(3)}`,
  );
  return { ours, bare, ratio };
}

function figuresOf(rounds: readonly Round[]): Figures {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const ratio = of((round) => round.ratio);
  return {
    how: `\`GET /api/rides/{id}\` on the server's own database with ${RIDES} rides, in random order, by a signed-in person who hosts none of them, against a bare Fastify that answers \`{"hello":"world"}\`. autocannon in a third process, ${CONNECTIONS} connections, ${ROUNDS} alternating rounds of ${SECONDS} s each, medians.`,
    rows: [
      row("a ride read, against bare Fastify", ratio, {
        unit: "×",
        digits: 2,
        atLeast: LEAST_RATIO,
      }),
      row(
        "rides read",
        of(({ ours }) => ours.perSecond),
        { unit: "per second" },
      ),
      row(
        "a ride read, p99",
        of(({ ours }) => ours.p99Ms),
        { unit: "ms" },
      ),
      row(
        "bare Fastify",
        of(({ bare }) => bare.perSecond),
        { unit: "per second" },
      ),
      row(
        "bare Fastify, p99",
        of(({ bare }) => bare.p99Ms),
        { unit: "ms" },
      ),
    ],
  };
}

async function runLoad(peer: Peer): Promise<LoadResult> {
  const load: Load = { ...peer, seconds: SECONDS, connections: CONNECTIONS };
  const loaded = LoadResult.parse(await runForJson(LOAD, load));
  if (loaded.failed > 0) throw new Error(`${loaded.failed} requests failed.`);
  return loaded;
}
