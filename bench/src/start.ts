import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Bench, median, row, logProgress } from "./bench.ts";
import { cpuTimeMs } from "./support/cpu.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { connect } from "../../server/src/platform/db/database.ts";
import { findDataFolder } from "../../server/src/platform/db/embedded/data-folder.ts";
import { socketConnection } from "../../server/src/platform/db/embedded/embedded-postgres.ts";
import { databasePids, memoryMb } from "./support/memory.ts";
import { workUnitMs } from "./support/work-unit.ts";
import { serve, STARTER } from "./support/processes.ts";

const ROUNDS = 5;
const IDLE_MS = 10_000;
const LOOK_MS = 500;
const TARGETS = { firstMs: 5_000, laterMs: 1_500, serverMb: 150, databaseMb: 40 };
/** The first start after an installation has no compile cache. */
const NOTHING_KEPT = { NODE_DISABLE_COMPILE_CACHE: "1" };

/** Time from `npm start` to the line that it is ready, and its memory when idle. */
export const start: Bench = {
  name: "start",
  async run() {
    // Builds the web app if needed, and fills the compile cache for later starts.
    await withTempFolder((folder) => startOnce(folder));
    const rounds: Round[] = [];
    for (let n = 1; n <= ROUNDS; n++) {
      const round = await withTempFolder(oneRound);
      const [first, later] = [round.firstMs, round.laterMs].map(Math.round);
      const [server, database] = [round.serverMb, round.databaseMb].map(Math.round);
      logProgress(
        `start ${n}: first ${first} ms, later ${later} ms; idle: server ${server} MB, database ${database} MB; after the imports of the first start ${Math.round(round.firstServerMb)} MB, ${Math.round(round.firstDatabaseMb)} MB`,
      );
      rounds.push(round);
    }
    const of = (name: keyof Round) => median(rounds.map((round) => round[name]));
    const unitMs = workUnitMs();
    return {
      how: `\`npm start\` with the web app built, to the line that says it is ready: in an empty data folder without kept compiled code, then again in the same folder. Memory ${IDLE_MS / 1000} s after the imports behind the first start, and ${IDLE_MS / 1000} s after the second start: RSS, with memory that the processes of the database share counted once. It is not PSS, which leaves out most of Node's 56 MB beside other processes of it. Processor time is that of all its processes until it is ready, in units of a fixed piece of work of the same machine (\`bench/src/support/work-unit.ts\`), so that the figures of two machines can be compared. ${ROUNDS} rounds, medians.`,
      rows: [
        row("first start", of("firstMs"), { unit: "ms", atMost: TARGETS.firstMs }),
        row("later start", of("laterMs"), { unit: "ms", atMost: TARGETS.laterMs }),
        row("one unit of work", unitMs, { unit: "ms" }),
        row("first start, processor time", of("firstCpuMs") / unitMs, IN_UNITS),
        row("later start, processor time", of("laterCpuMs") / unitMs, IN_UNITS),
        row("server, idle after a first start", of("firstServerMb"), SERVER_MB),
        row("server, idle after a later start", of("serverMb"), SERVER_MB),
        row("database, idle after a first start", of("firstDatabaseMb"), DATABASE_MB),
        row("database, idle after a later start", of("databaseMb"), DATABASE_MB),
      ],
    };
  },
};

type Measured =
  keyof typeof TARGETS | "firstServerMb" | "firstDatabaseMb" | "firstCpuMs" | "laterCpuMs";
type Round = Readonly<Record<Measured, number>>;

const SERVER_MB = { unit: "MB", atMost: TARGETS.serverMb };
const DATABASE_MB = { unit: "MB", atMost: TARGETS.databaseMb };

/** Units of work of the same machine (work-unit.ts): what grows there has grown on every machine. */
const IN_UNITS = { unit: "units", digits: 1 };

async function oneRound(folder: string): Promise<Round> {
  const first = await serve(STARTER, { DATA_DIR: folder, ...NOTHING_KEPT });
  const firstCpuMs = cpuTimeMs(first.pid);
  await waitForImports(folder);
  const imported = await measureIdle(first.pid, folder);
  await first.stop();

  const later = await serve(STARTER, { DATA_DIR: folder });
  const laterCpuMs = cpuTimeMs(later.pid);
  const { serverMb, databaseMb } = await measureIdle(later.pid, folder);
  await later.stop();

  return {
    firstMs: first.readyAfterMs,
    firstCpuMs,
    firstServerMb: imported.serverMb,
    firstDatabaseMb: imported.databaseMb,
    laterMs: later.readyAfterMs,
    laterCpuMs,
    serverMb,
    databaseMb,
  };
}

async function measureIdle(pid: number, folder: string) {
  await sleep(IDLE_MS);
  return { serverMb: memoryMb([pid]), databaseMb: memoryMb(databasePids(folder)) };
}

/** Waits until the places are there that a first start does not wait for, and their import has ended. */
async function waitForImports(folder: string): Promise<void> {
  const db = connect(socketConnection(findDataFolder(folder) ?? folder), { max: 1 });
  const isImporting = async () => {
    const { rows } = await sql<{ done: boolean }>`
      select exists (select from place_build where part = '+' and version <> '') and not exists (
        select from pg_locks where locktype = 'advisory' and objid = 7218001) as done`.execute(db);
    return rows[0]?.done !== true;
  };
  while (await isImporting()) await sleep(LOOK_MS);
  await db.destroy();
}

/** Starts it in a folder and stops it. */
async function startOnce(folder: string): Promise<void> {
  const { stop } = await serve(STARTER, { DATA_DIR: folder });
  await stop();
}
