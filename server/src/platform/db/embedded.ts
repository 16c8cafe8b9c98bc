import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { join } from "node:path";
import { text as whole } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { binariesFor, installedBinaries } from "./embedded-binaries.ts";
import { claimAlone, stopOrphans } from "./embedded-claim.ts";
import { type Home, homeIn } from "./embedded-home.ts";
import { plainReason, SETTINGS } from "./embedded-settings.ts";

const USER = "commonlane";
const STOP_WITHIN_MS = 20_000;
const LAST_WORDS_MS = 500;
const REMEMBERED_CHARS = 4000;
// Nothing of the caller's environment: PGPORT and its like would change what we start.
const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}
export interface Embedded {
  readonly connection: SocketConnection;
  /** Settles when PostgreSQL has ended, asked to or not, with one line that says why. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** How to reach the PostgreSQL whose data folder is `data`, while it runs. */
export const throughSocket = (data: string): SocketConnection => ({
  host: data,
  port: 5432,
  user: USER,
  database: "postgres",
});

/**
 * Starts the PostgreSQL that npm brought, with its data and its only door (a socket) in `folder`.
 * Throws one line that says why it cannot and what to do; nothing that was stored is touched then.
 */
export async function startEmbedded(folder: string, settings: Record<string, string> = {}): Promise<Embedded> {
  const { ready } = await beginEmbedded(folder, settings);
  return ready;
}

/** As `startEmbedded`, given back as soon as its process is on its way, so that the caller can do something meanwhile. */
export async function beginEmbedded(
  folder: string,
  settings: Record<string, string> = {},
): Promise<{ readonly ready: Promise<Embedded> }> {
  const native = installedBinaries();
  const place = placeAt(folder);
  const claim = await claimAlone(place);
  const fail = (error: unknown): never => {
    claim.close();
    throw clear(error, place);
  };
  try {
    const home = homeIn(place);
    const bin = binariesFor(home.user, native);
    await stopOrphans(home.data);
    return { ready: open(bin, home, claim, { ...SETTINGS, ...settings }).catch(fail) };
  } catch (error) {
    return fail(error);
  }
}

async function open(bin: string, home: Home, claim: Server, settings: Record<string, string>): Promise<Embedded> {
  if (!existsSync(join(home.data, "PG_VERSION"))) await create(bin, home);
  const { postmaster, said } = await launch(bin, home, settings);
  const ended = gone(postmaster).then((how) => (claim.close(), plainReason(said() || how, home.data)));
  return { connection: throughSocket(home.data), ended, stop: () => stop(postmaster, ended) };
}

function placeAt(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return realpathSync(folder);
  } catch (error) {
    throw clear(error, folder);
  }
}

/** Made beside its place and renamed, so that a first start that is cut short leaves no half a database. */
async function create(bin: string, { data, user }: Home): Promise<void> {
  const passing = `${data}.new`;
  rmSync(passing, { recursive: true, force: true });
  mkdirSync(passing, { mode: 0o700 });
  if (user) chownSync(passing, user.uid, user.gid);
  const locale = ["--no-locale", "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const initdb = spawn(join(bin, "initdb"), ["-D", passing, "-U", USER, "-A", "trust", ...locale], {
    ...user,
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
  renameSync(passing, data);
}

async function launch(bin: string, { data, user }: Home, settings: Record<string, string>) {
  const options = Object.entries({ ...settings, listen_addresses: "", unix_socket_directories: data });
  // Detached, so that Ctrl-C reaches us alone and we stop it after the last query.
  const postmaster = spawn(
    join(bin, "postgres"),
    ["-D", data, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...user, cwd: "/", env, detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
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
  return { postmaster, said: () => text };
}

/** Says how it went. An unforeseen end of our own process still ends the database properly. */
async function gone(postmaster: ChildProcess): Promise<string> {
  const last = () => postmaster.kill("SIGINT");
  process.once("exit", last);
  const closed = once(postmaster, "close");
  await once(postmaster, "exit");
  process.off("exit", last);
  // Its last words may still be on their way; its children may keep that way open for long.
  await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
  const { signalCode, exitCode } = postmaster;
  return signalCode ? `it was ended by ${signalCode}.` : `it ended with code ${exitCode}.`;
}

/** Fast first; what hangs is cut off, and its log is replayed at the next start. */
async function stop(postmaster: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const patience = setTimeout(() => postmaster.kill("SIGQUIT"), STOP_WITHIN_MS);
  postmaster.kill("SIGINT");
  await ended;
  clearTimeout(patience);
}

/** The operating system's refusals in words; our own lines pass as they are. */
function clear(error: unknown, place: string): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT") return new Error(plainReason("No space left on device", place));
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new Error(`${place} cannot be written by user ${process.getuid?.()}. Set DATA_DIR to a folder that can.`);
  }
  if (code === "ENOTDIR" || code === "EEXIST") return new Error(`${place} is not a folder. Set DATA_DIR to one.`);
  return error instanceof Error ? error : new Error(String(error));
}
