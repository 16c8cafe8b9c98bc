import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#platform/db/embedded/embedded-postgres.ts";
import { startBaseCopies } from "#platform/db/recovery/scheduled-base-copies.ts";
import { logObserver } from "#platform/db/embedded/postgres-supervisor.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { GracefulShutdown } from "#platform/shutdown.ts";
import { withLocalPagesKey } from "#platform/http/network/local-only-pages.ts";
import { type Log, openLog } from "#platform/log.ts";
import { readSettings, type Settings } from "#platform/settings.ts";

/** The worker script in this folder, as TypeScript source or as built. */
const WORKER_SCRIPT = join(import.meta.dirname, `main-process${extname(import.meta.filename)}`);
/** Maximum database connections per process, and the number left for administrators. */
const MAX_CONNECTIONS = { each: 16, else: 20 };
/** Delay before a crashed process is restarted; doubles up to the maximum. */
const RESTART_DELAY_MS = { first: 100, most: 30_000 };
const STABLE_AFTER_MS = 10_000;

/**
 * Runs `count` server processes behind one port of this machine until a signal stops them; replaces processes that end.
 * Without DATABASE_URL they share the embedded database, which is started here. Node distributes new connections over
 * the processes in turn.
 */
export async function serveCluster(environment: NodeJS.ProcessEnv, count: number): Promise<void> {
  const shutdown = new GracefulShutdown();
  try {
    const settings = withLocalPagesKey(readSettings(environment));
    const log = openLog(settings.LOG_LEVEL);
    shutdown.handleSignals(log);
    const database = await openDatabaseUrl(settings, {
      count,
      shutdown,
      log,
    });
    const folder = await mkdtemp(join(tmpdir(), "commonlane-lines-"));
    shutdown.onShutdown(() =>
      rm(folder, {
        recursive: true,
        force: true,
      }),
    );
    // Reserves the time that the processes need to drain; `stop` below waits for them.
    shutdown.onShutdown(() => {}, { takesMs: settings.DRAIN_S * 1000 });
    const { LOCAL_PAGES_KEY } = settings;
    const shared = {
      DATABASE_URL: database,
      NEIGHBOURS: folder,
      LOCAL_PAGES_KEY,
    };
    const listening = await startWorkers(shared, count, shutdown, log);
    const address = settings.PUBLIC_URL ?? listening;
    process.stdout.write(`Commonlane is ready at ${address}\n`);
  } catch (error) {
    // The process that failed to start has printed the reason.
    await (error === NOT_READY ? shutdown.shutDown(1) : shutdown.abort(error));
  }
}

async function openDatabaseUrl(
  settings: Settings,
  {
    count,
    shutdown,
    log,
  }: {
    count: number;
    shutdown: GracefulShutdown;
    log: Log;
  },
): Promise<string> {
  const { DATABASE_URL, DATA_DIR, WAL_ARCHIVE_DIR } = settings;
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  const maxConnections = MAX_CONNECTIONS.each * count + MAX_CONNECTIONS.else;
  const embedded = await startEmbedded(
    DATA_DIR,
    { max_connections: String(maxConnections) },
    WAL_ARCHIVE_DIR,
  );
  shutdown.onShutdown(embedded.stop);
  embedded.startSupervision(logObserver(log));
  shutdown.onShutdown(
    startBaseCopies({
      connection: embedded.connection,
      settings,
      log,
    }),
  );
  return buildDatabaseUrl(embedded.connection);
}

/** Returns the address once all processes listen. Only the first one migrates, and only it reports start-up errors. */
async function startWorkers(
  shared: Record<string, string>,
  count: number,
  shutdown: GracefulShutdown,
  log: Log,
): Promise<string> {
  const { promise: failedEarly, reject: failEarly } = Promise.withResolvers<never>();
  failedEarly.catch(() => {});
  const group = new WorkerGroup(
    {
      ...shared,
      NODE_COMPILE_CACHE: getCompileCacheDir() ?? "",
    },
    log,
    () => failEarly(NOT_READY),
  );
  shutdown.onShutdown(() => group.stop());
  const address = await Promise.race([group.start(), failedEarly]);
  await Promise.race([
    Promise.all(Array.from({ length: count - 1 }, () => group.start())),
    failedEarly,
  ]);
  group.isReady = true;
  return address;
}
const NOT_READY = new Error("A process ended before it was ready.");

class WorkerGroup {
  readonly #environment: Record<string, string>;
  readonly #log: Log;
  readonly #onEarlyEnd: () => void;
  readonly #running = new Set<Worker>();
  readonly #stopping = new AbortController();
  #diedYoung = 0;
  /** From now on, processes that end are replaced. */
  isReady = false;

  constructor(environment: Record<string, string>, log: Log, onEarlyEnd: () => void) {
    [this.#environment, this.#log, this.#onEarlyEnd] = [environment, log, onEarlyEnd];
    cluster.setupPrimary({
      exec: WORKER_SCRIPT,
      args: [],
    });
  }

  /** Starts one more process and returns its address once it listens. */
  start(): Promise<string> {
    const worker = cluster.fork(this.#environment);
    const startedAtMs = performance.now();
    this.#running.add(worker);
    worker.once("exit", (code: number, signal: string | null) => {
      this.#running.delete(worker);
      if (this.#stopping.signal.aborted) return;
      if (!this.isReady) return this.#onEarlyEnd();
      this.#log.error(
        {
          process: worker.id,
          code,
          signal,
        },
        "a server process ended and is being replaced",
      );
      void this.#replace(performance.now() - startedAtMs < STABLE_AFTER_MS);
    });
    return new Promise((resolveAddress) => {
      worker.once("listening", ({ address, port }: { address: string | null; port: number }) => {
        const host =
          address === null || address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
        resolveAddress(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);
      });
    });
  }

  async #replace(endedEarly: boolean): Promise<void> {
    this.#diedYoung = endedEarly ? this.#diedYoung + 1 : 0;
    const waitMs = Math.min(RESTART_DELAY_MS.first * 2 ** this.#diedYoung, RESTART_DELAY_MS.most);
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    if (!this.#stopping.signal.aborted) void this.start();
  }

  /** Asks all processes to shut down gracefully and waits until they have. */
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
