import { fileURLToPath } from "node:url";
import { type Bench, type Figures, median, row, logProgress } from "./bench.ts";
import { fillDrivers, randomCity } from "./positions/fill-drivers.ts";
import { ANYBODY, openRedis, type Redis } from "./positions/redis.ts";
import type { Sent } from "./positions/sender-types.ts";
import { startSending } from "./positions/sending.ts";
import { agree, staleness } from "./positions/staleness.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { type Load, LoadResult } from "./support/load-types.ts";
import { runForJson, serve, SERVER } from "./support/processes.ts";

const DRIVERS = Number(process.env["DRIVERS"] ?? 100_000);
const SENDERS = Number(process.env["SENDERS"] ?? 1_000);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SECONDS = Number(process.env["SECONDS"] ?? 10);
const PER_SECOND_MEANWHILE = Number(process.env["POSITIONS"] ?? 10_000);
/** One position every six seconds from each. */
const EVERYBODY = Number(process.env["FLOOD"] ?? 17_000);
/** More than all of them send, to find the capacity. */
const MANY = Number(process.env["MANY"] ?? 40_000);
/** The number of connections of `redis-benchmark`. */
const CONNECTIONS = 50;
const PLACES = 400;
const RADII = [
  { radiusKm: 5, requests: 1_500, leastRatio: 10 },
  { radiusKm: 50, requests: 200, leastRatio: 200 },
];
const LEAST_OF_GEOADD = 0.3;
const MOST_STALE_MS = 1_000;
const LOAD = fileURLToPath(import.meta.resolve("./support/load.ts"));

interface Round {
  readonly everybodyPerSecond: number;
  readonly manyPerSecond: number;
  readonly geoaddPerSecond: number;
  readonly staleMs: number;
  readonly nearby: readonly {
    readonly ours: LoadResult;
    readonly theirs: number;
    readonly meanwhile: number;
  }[];
}

/** Nearby drivers while everyone moves, against Redis on the same machine. */
export const positions: Bench = {
  name: "positions",
  run: () => withTempFolder((folder) => withTempFolder((redis) => measureIn(folder, redis))),
};

async function measureIn(folder: string, redisFolder: string): Promise<Figures> {
  const { seeker, passenger, driver, sendersIn } = await fillDrivers(folder, DRIVERS, SENDERS);
  const server = await serve(SERVER, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    DRIVER_TIMEOUT_S: "86400",
  });
  const redis = await openRedis(redisFolder, DRIVERS);
  try {
    const { address } = server;
    const pair = { address, driver, passenger };
    await agree(pair);
    const [middle] = randomCity(1);
    for (const { radiusKm } of RADII) {
      if (middle)
        logProgress(
          `within ${radiusKm} km of one of them: ${await redis.within(middle, radiusKm)}`,
        );
    }
    const rounds: Round[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const sending = { address, sendersIn, seconds: SECONDS };
      const everybody = await startSending({ ...sending, perSecond: EVERYBODY });
      const stale = await staleness(pair, SECONDS);
      const everybodyPerSecond = perSecondOf(await everybody.sent);
      const many = await startSending({ ...sending, perSecond: MANY });
      const manyPerSecond = perSecondOf(await many.sent);
      const geoaddPerSecond = await redis.perSecond(
        ["GEOADD", "others", "7.85", "48.0", ANYBODY],
        200_000,
      );
      const nearby = [];
      for (const radius of RADII)
        nearby.push(await measureNearby(radius, { address, seeker, sendersIn, redis }));
      rounds.push({
        everybodyPerSecond,
        manyPerSecond,
        geoaddPerSecond,
        staleMs: Math.max(...stale),
        nearby,
      });
      logProgress(`positions ${n}: ${JSON.stringify(rounds.at(-1))}`);
    }
    return figures(rounds);
  } finally {
    await redis.stop();
    await server.stop();
  }
}

async function measureNearby(
  { radiusKm, requests }: (typeof RADII)[number],
  {
    address,
    seeker,
    sendersIn,
    redis,
  }: { address: string; seeker: string; sendersIn: string; redis: Redis },
) {
  const paths = [...randomCity(PLACES)].map(
    ({ lat, lng }) =>
      `/api/rides/active-drivers/nearby?lat=${lat}&lng=${lng}&radius=${radiusKm}&limit=20`,
  );
  // Slightly more than needed, because they start first.
  const sending = await startSending({
    address,
    sendersIn,
    perSecond: PER_SECOND_MEANWHILE,
    seconds: SECONDS + 2,
  });
  const load: Load = { address, paths, token: seeker, seconds: SECONDS, connections: CONNECTIONS };
  const ours = LoadResult.parse(await runForJson(LOAD, load));
  if (ours.failed > 0) throw new Error(`${ours.failed} questions failed.`);
  const meanwhile = perSecondOf(await sending.sent);
  const search = [
    "GEOSEARCH",
    "drivers",
    "FROMMEMBER",
    ANYBODY,
    "BYRADIUS",
    String(radiusKm),
    "km",
    "ASC",
  ];
  const theirs = await redis.perSecond([...search, "COUNT", "20"], requests);
  return { ours, theirs, meanwhile };
}

const perSecondOf = ({ sent, withinMs }: Sent): number => (sent / withinMs) * 1000;

function figures(rounds: readonly Round[]): Figures {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const ratios = RADII.flatMap(({ radiusKm, leastRatio }, n) => {
    const at = (round: Round) =>
      round.nearby[n] ?? { ours: { perSecond: NaN, p50Ms: NaN }, theirs: NaN, meanwhile: NaN };
    return [
      row(
        `nearest 20 within ${radiusKm} km: ours over HTTP / GEOSEARCH`,
        of((round) => at(round).ours.perSecond / at(round).theirs),
        { unit: "×", digits: 1, atLeast: leastRatio },
      ),
      row(
        `ours at ${radiusKm} km, a second`,
        of((round) => at(round).ours.perSecond),
        { unit: "" },
      ),
      row(
        `GEOSEARCH at ${radiusKm} km, a second`,
        of((round) => at(round).theirs),
        { unit: "" },
      ),
      row(
        `positions taken in meanwhile, a second`,
        of((round) => at(round).meanwhile),
        { unit: "" },
      ),
    ];
  });
  return {
    how: `${DRIVERS.toLocaleString("en")} active drivers around the middle of a metropolis (two thirds within 8 km north and east), ${SENDERS.toLocaleString("en")} lines that send positions in turn, bare websockets in the words of socket.io; everything on the same machine, questions over ${CONNECTIONS} connections. Redis by \`redis-benchmark\` over its socket, 50 clients, no pipelining, nothing written to disk, nobody moving, nobody else at work. ${ROUNDS} rounds of ${SECONDS} s each, medians.`,
    rows: [
      ...ratios,
      row(
        `positions over lines, ${EVERYBODY.toLocaleString("en")} sent a second: taken in`,
        of(({ everybodyPerSecond }) => everybodyPerSecond),
        { unit: "" },
      ),
      row(
        "what a passenger sees is at most so old",
        of(({ staleMs }) => staleMs),
        { unit: "ms", atMost: MOST_STALE_MS },
      ),
      row(
        `positions over lines, ${MANY.toLocaleString("en")} sent a second: taken in`,
        of(({ manyPerSecond }) => manyPerSecond),
        { unit: "" },
      ),
      row(
        "the same / GEOADD",
        of(({ manyPerSecond, geoaddPerSecond }) => manyPerSecond / geoaddPerSecond),
        { unit: "×", digits: 2, atLeast: LEAST_OF_GEOADD },
      ),
    ],
  };
}
