import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { DataFolder } from "./data-folder.ts";
import { explainFailure } from "./operator-errors.ts";
import { changeOwner, findNamedUser } from "./system-user.ts";

/** Owner of all objects in the embedded database. */
export const DATABASE_USER = "commonlane";
const STOP_TIMEOUT_MS = 20_000;
const FINAL_LOG_MS = 500;
const LOG_TAIL_CHARS = 4000;
// Ignores the caller's environment: PGPORT and similar variables would change what is started.
const env = {
  PATH: "/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  // glibc returns large blocks at once, and keeps a megabyte for the next statement: getting that back from the system
  // took as long as the statement (decision 83).
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "1048576",
  MALLOC_TOP_PAD_: "65536",
};

/** A postmaster that accepts connections. */
export interface RunningPostgres {
  /** Resolves when the process has ended, expectedly or not, with one line that says why. */
  readonly ended: Promise<string>;
  /** The end of its log. */
  readonly logTail: () => string;
  readonly stop: () => Promise<void>;
}

/** Created under a temporary name and renamed, so that an interrupted first start leaves no incomplete database. */
export async function createDatabase(bin: string, { data, user }: DataFolder): Promise<void> {
  const temporary = `${data}.new`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o700 });
  const initdbUser = user && findNamedUser(user);
  if (initdbUser) chownSync(temporary, initdbUser.uid, initdbUser.gid);
  const locale = [
    "--no-locale",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const initdb = spawn(
    join(bin, "initdb"),
    ["-D", temporary, "-U", DATABASE_USER, "-A", "trust", ...locale],
    {
      ...initdbUser,
      cwd: "/",
      env,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  // If we end first, no one needs the result.
  const killOnExit = () => initdb.kill();
  process.once("exit", killOnExit);
  const output = Promise.all([readAll(initdb.stdout), readAll(initdb.stderr)]);
  const failure = await once(initdb, "close").then(
    async ([code]) => (code === 0 ? undefined : (await output).join("\n")),
    (error: Error) => error.message,
  );
  process.off("exit", killOnExit);
  if (failure !== undefined) {
    rmSync(temporary, {
      recursive: true,
      force: true,
    });
    throw new Error(
      `The database could not be created in ${data}: ${explainFailure(failure, data)}`,
    );
  }
  if (user) changeOwner(temporary, user);
  renameSync(temporary, data);
}

/** Starts PostgreSQL on an existing data folder. Throws a one-line message that says why it cannot. */
export async function launchPostgres(
  bin: string,
  { data, user }: DataFolder,
  settings: Record<string, string>,
): Promise<RunningPostgres> {
  const options = Object.entries({
    ...settings,
    listen_addresses: "",
    unix_socket_directories: data,
  });
  // Detached, so that Ctrl-C reaches only us and we stop it after the last query.
  const postmaster = spawn(
    join(bin, "postgres"),
    ["-D", data, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      ...user,
      cwd: "/",
      env,
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  // Stops the database cleanly even if our own process ends unexpectedly.
  const killOnExit = () => postmaster.kill("SIGINT");
  process.once("exit", killOnExit);
  const exited = once(postmaster, "exit").finally(() => process.off("exit", killOnExit));
  exited.catch(() => {}); // it could not be started, which is reported below
  let log = "";
  const ready = await new Promise<boolean>((resolve) => {
    postmaster.stderr.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-LOG_TAIL_CHARS);
      if (log.includes("ready to accept connections")) resolve(true);
    });
    postmaster
      .once("error", (error) => ((log += error.message), resolve(false)))
      .once("close", () => resolve(false));
  });
  if (!ready)
    throw new Error(`The database in ${data} did not start: ${explainFailure(log, data)}`);
  log = "";
  const ended = describeExit(postmaster, exited, () => log).then((reason) =>
    explainFailure(reason, data),
  );
  return {
    ended,
    logTail: () => log,
    stop: () => stop(postmaster, ended),
  };
}

async function describeExit(
  postmaster: ChildProcess,
  exited: Promise<unknown>,
  readLog: () => string,
): Promise<string> {
  const closed = once(postmaster, "close");
  await exited;
  // The last log lines may still be on their way, and child processes may keep the pipe open for long.
  await Promise.race([closed, sleep(FINAL_LOG_MS, undefined, { ref: false })]);
  const { signalCode, exitCode } = postmaster;
  // Output from before a signal does not explain the signal.
  return signalCode
    ? `it was ended by ${signalCode}.`
    : readLog() || `it ended with code ${exitCode}.`;
}

/** Uses a fast shutdown first; kills what hangs, whose log is then replayed at the next start. */
async function stop(postmaster: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const killTimer = setTimeout(() => postmaster.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  postmaster.kill("SIGINT");
  await ended;
  clearTimeout(killTimer);
}
