import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text as whole } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Home } from "./embedded-home.ts";
import { plainReason } from "./embedded-reasons.ts";
import { giveTo, withName } from "./embedded-user.ts";

/** The owner of everything in the embedded database. */
export const USER = "commonlane";
const STOP_WITHIN_MS = 20_000;
const LAST_WORDS_MS = 500;
const REMEMBERED_CHARS = 4000;
// Nothing of the caller's environment: PGPORT and its like would change what we start.
const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** A postmaster that accepts connections. */
export interface Running {
  /** Settles when it has ended, asked to or not, with one line that says why. */
  readonly ended: Promise<string>;
  /** The end of its log. */
  readonly lastWords: () => string;
  readonly stop: () => Promise<void>;
}

/** Made beside its place and renamed, so that a first start that is cut short leaves no half a database. */
export async function create(bin: string, { data, user }: Home): Promise<void> {
  const passing = `${data}.new`;
  rmSync(passing, { recursive: true, force: true });
  mkdirSync(passing, { mode: 0o700 });
  const maker = user && withName(user);
  if (maker) chownSync(passing, maker.uid, maker.gid);
  const locale = ["--no-locale", "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const initdb = spawn(join(bin, "initdb"), ["-D", passing, "-U", USER, "-A", "trust", ...locale], {
    ...maker,
    cwd: "/",
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Where we end before it does, nobody would want what it makes.
  const last = () => initdb.kill();
  process.once("exit", last);
  const said = Promise.all([whole(initdb.stdout), whole(initdb.stderr)]);
  const why = await once(initdb, "close").then(
    async ([code]) => (code === 0 ? undefined : (await said).join("\n")),
    (error: Error) => error.message,
  );
  process.off("exit", last);
  if (why !== undefined) {
    rmSync(passing, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${data}: ${plainReason(why, data)}`);
  }
  if (user) giveTo(passing, user);
  renameSync(passing, data);
}

/** Starts PostgreSQL on an existing data folder. Throws one line that says why it cannot. */
export async function launch(bin: string, { data, user }: Home, settings: Record<string, string>): Promise<Running> {
  const options = Object.entries({ ...settings, listen_addresses: "", unix_socket_directories: data });
  // Detached, so that Ctrl-C reaches us alone and we stop it after the last query.
  const postmaster = spawn(
    join(bin, "postgres"),
    ["-D", data, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...user, cwd: "/", env, detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  // An unforeseen end of our own process still ends the database properly.
  const last = () => postmaster.kill("SIGINT");
  process.once("exit", last);
  const gone = once(postmaster, "exit").finally(() => process.off("exit", last));
  gone.catch(() => {}); // it could not be started, which is reported below
  let text = "";
  const ready = await new Promise<boolean>((resolve) => {
    postmaster.stderr.on("data", (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-REMEMBERED_CHARS);
      if (text.includes("ready to accept connections")) resolve(true);
    });
    postmaster.once("error", (error) => ((text += error.message), resolve(false))).once("close", () => resolve(false));
  });
  if (!ready) throw new Error(`The database in ${data} did not start: ${plainReason(text, data)}`);
  text = "";
  const ended = reasonOfEnd(postmaster, gone, () => text).then((reason) => plainReason(reason, data));
  return { ended, lastWords: () => text, stop: () => stop(postmaster, ended) };
}

async function reasonOfEnd(postmaster: ChildProcess, gone: Promise<unknown>, said: () => string): Promise<string> {
  const closed = once(postmaster, "close");
  await gone;
  // Its last words may still be on their way; its children may keep that way open for long.
  await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
  const { signalCode, exitCode } = postmaster;
  // What was written before a signal says nothing about the signal.
  return signalCode ? `it was ended by ${signalCode}.` : said() || `it ended with code ${exitCode}.`;
}

/** Fast first; what hangs is cut off, and its log is replayed at the next start. */
async function stop(postmaster: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const patience = setTimeout(() => postmaster.kill("SIGQUIT"), STOP_WITHIN_MS);
  postmaster.kill("SIGINT");
  await ended;
  clearTimeout(patience);
}
