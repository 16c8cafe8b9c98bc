import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { urlOf } from "#platform/db/database-url.ts";
import { startEmbedded } from "#platform/db/embedded.ts";
import { Leaving } from "#platform/leaving.ts";
import { withLocalKey } from "#platform/http/local-pages.ts";
import { type Log, openLog } from "#platform/log.ts";
import { mailboxLine } from "#platform/mail/mailbox-link.ts";
import { readSettings, type Settings } from "#platform/settings.ts";

/** Beside this one, as source and as it is built. */
const PROCESS = join(import.meta.dirname, `main-process${extname(import.meta.filename)}`);
/** What a process has open at the database at most, and what is left for people. */
const CONNECTIONS = { each: 16, else: 20 };
/** One that dies young is started again ever later. */
const AGAIN_MS = { first: 100, most: 30_000 };
const YOUNG_MS = 10_000;

/**
 * Runs `count` server processes behind one port of this machine until it is told to leave; who dies is replaced. Without
 * DATABASE_URL they share the embedded database, which is started here. Node hands each new connection to the next process.
 */
export async function serveMany(environment: NodeJS.ProcessEnv, count: number): Promise<void> {
  const leaving = new Leaving();
  try {
    const settings = withLocalKey(readSettings(environment));
    const log = openLog(settings.LOG_LEVEL);
    leaving.listen(log);
    const database = await databaseOf(settings, count, leaving);
    const folder = await mkdtemp(join(tmpdir(), "commonlane-lines-"));
    leaving.before(() => rm(folder, { recursive: true, force: true }));
    const { LOCAL_PAGES_KEY } = settings;
    const shared = { DATABASE_URL: database, NEIGHBOURS: folder, LOCAL_PAGES_KEY };
    const listening = await startAll(shared, count, leaving, log);
    const address = settings.PUBLIC_URL ?? listening;
    process.stdout.write(`${mailboxLine(settings, address)}Commonlane is ready at ${address}\n`);
  } catch (error) {
    // The process that could not begin has said why.
    await (error === NOT_READY ? leaving.leave(1) : leaving.giveUp(error));
  }
}

async function databaseOf({ DATABASE_URL, DATA_DIR }: Settings, count: number, leaving: Leaving): Promise<string> {
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  const most = CONNECTIONS.each * count + CONNECTIONS.else;
  const { connection, ended, stop } = await startEmbedded(DATA_DIR, { max_connections: String(most) });
  leaving.before(stop);
  void ended.then((reason) => leaving.giveUp(`The database stopped: ${reason}`));
  return urlOf(connection);
}

/** Gives back the address when all of them listen. The first one alone migrates, and says what is wrong where nothing works. */
async function startAll(shared: Record<string, string>, count: number, leaving: Leaving, log: Log): Promise<string> {
  const { promise: gone, reject: giveUp } = Promise.withResolvers<never>();
  gone.catch(() => {});
  const group = new Group({ ...shared, NODE_COMPILE_CACHE: getCompileCacheDir() ?? "" }, log, () => giveUp(NOT_READY));
  leaving.before(() => group.stop());
  const address = await Promise.race([group.start(), gone]);
  await Promise.race([Promise.all(Array.from({ length: count - 1 }, () => group.start())), gone]);
  group.isReady = true;
  return address;
}
const NOT_READY = new Error("A process ended before it was ready.");

class Group {
  readonly #environment: Record<string, string>;
  readonly #log: Log;
  readonly #onEarlyEnd: () => void;
  readonly #running = new Set<Worker>();
  readonly #stopping = new AbortController();
  #diedYoung = 0;
  /** From then on who ends is replaced. */
  isReady = false;

  constructor(environment: Record<string, string>, log: Log, onEarlyEnd: () => void) {
    [this.#environment, this.#log, this.#onEarlyEnd] = [environment, log, onEarlyEnd];
    cluster.setupPrimary({ exec: PROCESS, args: [] });
  }

  /** One more process; its address once it listens. */
  start(): Promise<string> {
    const worker = cluster.fork(this.#environment);
    const startedAtMs = performance.now();
    this.#running.add(worker);
    worker.once("exit", (code: number, signal: string | null) => {
      this.#running.delete(worker);
      if (this.#stopping.signal.aborted) return;
      if (!this.isReady) return this.#onEarlyEnd();
      this.#log.error({ process: worker.id, code, signal }, "a process ended, and is replaced");
      void this.#replace(performance.now() - startedAtMs < YOUNG_MS);
    });
    return new Promise((listening) => {
      worker.once("listening", ({ address, port }: { address: string | null; port: number }) => {
        const host = address === null || address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
        listening(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);
      });
    });
  }

  async #replace(wasYoung: boolean): Promise<void> {
    this.#diedYoung = wasYoung ? this.#diedYoung + 1 : 0;
    const waitMs = Math.min(AGAIN_MS.first * 2 ** this.#diedYoung, AGAIN_MS.most);
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    if (!this.#stopping.signal.aborted) void this.start();
  }

  /** Asks all to leave in order, and waits until they have. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      [...this.#running].map(async (worker) => {
        const exit = once(worker, "exit");
        worker.process.kill("SIGTERM");
        await exit;
      }),
    );
  }
}
