import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, median, row, logProgress } from "./bench.ts";
import { cpuTimeMs } from "./support/cpu.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { databasePids, pssMb } from "./support/memory.ts";
import { workUnitMs } from "./support/work-unit.ts";
import { serve, STARTER } from "./support/processes.ts";

const ROUNDS = 5;
const IDLE_MS = 10_000;
const TARGETS = { firstMs: 5_000, laterMs: 1_500, serverMb: 150, databaseMb: 40 };
/** The first start after an installation has no compile cache. */
const NOTHING_KEPT = { NODE_DISABLE_COMPILE_CACHE: "1" };

/** Time from `npm start` to the line that it is ready, and its memory when idle. */
export const start: Bench = {
  name: "start",
  async run() {
    // Builds the web app if needed, and fills the compile cache for later starts.
    await withTempFolder(startOnce);
    const rounds: Round[] = [];
    for (let n = 1; n <= ROUNDS; n++) {
      const round = await withTempFolder(oneRound);
      const [first, later] = [round.firstMs, round.laterMs].map(Math.round);
      const [server, database] = [round.serverMb, round.databaseMb].map(Math.round);
      logProgress(
        `start ${n}: first ${first} ms, later ${later} ms; idle: server ${server} MB, database ${database} MB`,
      );
      rounds.push(round);
    }
    const of = (name: keyof Round) => median(rounds.map((round) => round[name]));
    const unitMs = workUnitMs();
    return {
      how: `\`npm start\` with the web app built, to the line that says it is ready: in an empty data folder without kept compiled code, then again in the same folder; memory (PSS) ${IDLE_MS / 1000} s after the second start. Processor time is that of all its processes until it is ready, in units of a fixed piece of work of the same machine (\`bench/src/support/work-unit.ts\`), so that the figures of two machines can be compared. ${ROUNDS} rounds, medians.`,
      rows: [
        row("first start", of("firstMs"), { unit: "ms", atMost: TARGETS.firstMs }),
        row("later start", of("laterMs"), { unit: "ms", atMost: TARGETS.laterMs }),
        row("one unit of work", unitMs, { unit: "ms" }),
        row("first start, processor time", of("firstCpuMs") / unitMs, IN_UNITS),
        row("later start, processor time", of("laterCpuMs") / unitMs, IN_UNITS),
        row("server, idle", of("serverMb"), { unit: "MB", atMost: TARGETS.serverMb }),
        row("database, idle, all its processes", of("databaseMb"), {
          unit: "MB",
          atMost: TARGETS.databaseMb,
        }),
      ],
    };
  },
};

type Round = Readonly<Record<keyof typeof TARGETS | "firstCpuMs" | "laterCpuMs", number>>;

/** Units of work of the same machine (work-unit.ts): what grows there has grown on every machine. */
const IN_UNITS = { unit: "units", digits: 1 };

async function oneRound(folder: string): Promise<Round> {
  const first = await startOnce(folder, NOTHING_KEPT);
  const { pid, readyAfterMs: laterMs, stop } = await serve(STARTER, { DATA_DIR: folder });
  const laterCpuMs = cpuTimeMs(pid);
  await sleep(IDLE_MS);
  const serverMb = pssMb(pid);
  const databaseMb = databasePids(folder).reduce((sum, pid) => sum + pssMb(pid), 0);
  await stop();
  return {
    firstMs: first.readyMs,
    firstCpuMs: first.cpuMs,
    laterMs,
    laterCpuMs,
    serverMb,
    databaseMb,
  };
}

async function startOnce(folder: string, environment: Record<string, string> = {}) {
  const {
    pid,
    readyAfterMs: readyMs,
    stop,
  } = await serve(STARTER, { DATA_DIR: folder, ...environment });
  const cpuMs = cpuTimeMs(pid);
  await stop();
  return { readyMs, cpuMs };
}
