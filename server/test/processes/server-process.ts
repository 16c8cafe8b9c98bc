import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { stopOrphanedPostgres } from "#platform/db/embedded/folder-lock.ts";
import { findDataFolder } from "#platform/db/embedded/data-folder.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const CLUSTER = join(import.meta.dirname, "../../src/bootstrap/main-cluster.ts");
const DEMO = join(import.meta.dirname, "../../src/main-demo.ts");
const READY = /^Commonlane(?:'s demo)? is ready at (https?:\S+)$/;
const MAILBOX = /the local mailbox: (https?:\S+)$/;
const SETUP = /create its administrator: (https?:\S+)$/;
/** What a slow start says about its steps. */
const SLOW_STEP = /^\p{Lu}.* …(?: \d+ s)?$/u;
const LOOK_MS = 20;
/** Used by every server of the tests by default. */
export const LOCAL_PAGES_KEY = "the-key-of-this-test-run";

export interface ServerProcess {
  readonly pid: number;
  readonly address: string;
  /** The link to the local mailbox, if one was printed. */
  readonly mailbox: string | undefined;
  /** The link of the first set-up, if one was printed. */
  readonly setupLink: string | undefined;
  /** All output besides the line that it is ready; empty if all is well. */
  readonly output: () => string;
  /** Stops it like an operator; returns the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Waits until it ends; returns the exit code. */
  readonly waitForExit: () => Promise<number | null>;
  /** Kills it without a chance to shut down. */
  readonly kill: () => Promise<void>;
}

/** Database of a server. */
export type DatabaseLocation = { readonly DATA_DIR: string } | { readonly DATABASE_URL: string };

/** Starts a server process like `npm start`, on its own port. Throws its output if it does not become ready. */
export const startServer = (
  location: DatabaseLocation,
  environment: Record<string, string> = {},
): Promise<ServerProcess> => startMain(MAIN, location, environment);

/** Starts the server of another checkout. */
export const startMain = (
  main: string,
  location: DatabaseLocation,
  environment: Record<string, string> = {},
): Promise<ServerProcess> => startScript([main], location, environment);

/** Starts several processes behind one port, like `npm run cluster`. */
export const startCluster = (
  count: number | string,
  location: DatabaseLocation,
  environment: Record<string, string> = {},
): Promise<ServerProcess> => startScript([CLUSTER, String(count)], location, environment);

/** Like `startServer`, or `npm run demo`, with one core for all of its processes. */
export const startOnOneCore = (
  program: "server" | "demo",
  location: DatabaseLocation,
  environment: Record<string, string> = {},
): Promise<ServerProcess> =>
  startScript([program === "demo" ? DEMO : MAIN], location, environment, [
    "taskset",
    "--cpu-list",
    "0",
  ]);

/** Starts `npm run demo` and kills all of its processes once `isTime` says so. */
export async function killDemo(folder: string, isTime: () => boolean): Promise<void> {
  const child = spawn(process.execPath, [DEMO], {
    env: {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "error",
      DATA_DIR: folder,
    },
    stdio: "ignore",
  });
  const gone = once(child, "close");
  onTestFinished(() => stopDatabaseIn(folder));
  while (!isTime() && child.exitCode === null) await sleep(LOOK_MS);
  child.kill("SIGKILL");
  await gone;
  // A start restarts the database that a crash has left.
  if (databasePidIn(folder) !== undefined) killDatabaseIn(folder);
}

async function startScript(
  script: string[],
  location: DatabaseLocation,
  environment: Record<string, string>,
  wrapper: readonly string[] = [],
): Promise<ServerProcess> {
  const words = [...wrapper, process.execPath, ...script];
  const [command = "", ...parameters] = words;
  const child = spawn(command, parameters, {
    env: {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "error",
      RATE_LIMIT_FACTOR: "1000",
      LOCAL_PAGES_KEY,
      NEW_ACCOUNT_DAYS: "0",
      ...environment,
      ...location,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  onTestFinished(async () => {
    await kill();
    if ("DATA_DIR" in location) await stopDatabaseIn(location.DATA_DIR);
  });

  const lines: string[] = [];
  let mailbox: string | undefined;
  let setupLink: string | undefined;
  const address = await new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        const ready = READY.exec(line)?.[1];
        if (ready !== undefined) return resolve(ready);
        const link = MAILBOX.exec(line)?.[1];
        const firstSetup = SETUP.exec(line)?.[1];
        if (link !== undefined) mailbox = link;
        else if (firstSetup !== undefined) setupLink = firstSetup;
        else if (!SLOW_STEP.test(line)) lines.push(line);
      });
    }
    void gone.then(() => resolve(undefined));
  });
  const output = () => lines.join("\n");
  if (address === undefined) throw new Error(`The server did not become ready: ${output()}`);
  const stop = async () => {
    child.kill("SIGTERM");
    await gone;
    return child.exitCode;
  };
  const ended = () => gone.then(() => child.exitCode);
  return {
    pid: child.pid ?? 0,
    address,
    mailbox,
    setupLink,
    output,
    stop,
    waitForExit: ended,
    kill,
  };
}

/** Ends the database that a killed server left running; no server may use the folder. */
async function stopDatabaseIn(folder: string): Promise<void> {
  const data = findDataFolder(folder);
  if (data) await stopOrphanedPostgres(data);
}

/**
 * Kills the database in a folder; if its server is killed too, the next start finds it as after a crash of the machine.
 */
export function killDatabaseIn(folder: string, signal: NodeJS.Signals = "SIGKILL"): void {
  const pid = databasePidIn(folder);
  if (pid === undefined) throw new Error("No database runs there.");
  process.kill(pid, signal);
}

/** The database that runs in a folder. A killed one leaves its note behind. */
export function databasePidIn(folder: string): number | undefined {
  const note = join(findDataFolder(folder) ?? folder, "postmaster.pid");
  if (!existsSync(note)) return undefined;
  const pid = Number(readFileSync(note, "utf8").split("\n")[0]);
  return pid > 0 && existsSync(`/proc/${pid}`) ? pid : undefined;
}
