import { resolve } from "node:path";
import { beginStartingEmbedded, type EmbeddedPostgres } from "#platform/db/embedded/embedded-postgres.ts";
import { explainFailure } from "#platform/db/embedded/operator-errors.ts";
import { findDatabaseFault } from "#platform/db/database-faults.ts";
import { GracefulShutdown } from "#platform/shutdown.ts";
import { type Log, openLog } from "#platform/log.ts";
import { withLocalPagesKey } from "#platform/http/network/local-only-pages.ts";
import { formatDevMailboxLine } from "#platform/mail/dev-mailbox-link.ts";
import { readSettings, type Settings } from "#platform/settings.ts";
import { findUnknownSettings } from "#platform/unknown-settings.ts";
import type { Environment, StartOptions } from "./plugin.ts";

/**
 * Runs a server until it is told to leave. `ready` is the line, if any, that is printed once it listens at the address;
 * the key opens the pages for this machine.
 */
export async function runServer(
  environment: Environment,
  formatReadyLine: (address: string, key: string) => string | undefined,
  options: StartOptions = {},
): Promise<void> {
  const shutdown = new GracefulShutdown();
  try {
    const settings = withLocalPagesKey(readSettings(options.plugin?.environment(environment) ?? environment));
    const log = openLog(settings.LOG_LEVEL);
    const unknownNames = findUnknownSettings(environment);
    if (unknownNames.length > 0)
      log.warn(`No settings of this server, so they have no effect: ${unknownNames.join(", ")}`);
    const listening = await startDatabaseAndApp(settings, log, shutdown, options);
    const address = settings.PUBLIC_URL ?? listening;
    const line = formatReadyLine(address, settings.LOCAL_PAGES_KEY);
    if (line !== undefined) process.stdout.write(`${formatDevMailboxLine(settings, address)}${line}\n`);
  } catch (error) {
    await shutdown.abort(error);
  }
}

/** Has the database begin while most of our code is still to be read, which keeps this process busy for a second. */
async function startDatabaseAndApp(
  settings: Settings,
  log: Log,
  shutdown: GracefulShutdown,
  options: StartOptions,
): Promise<string> {
  shutdown.handleSignals(log);
  const embedded = settings.DATABASE_URL ? undefined : await beginStartingEmbedded(settings.DATA_DIR);
  shutdown.onShutdown(() => embedded?.ready.then(({ stop }) => stop()));
  const [database, { startApp }] = await Promise.all([embedded?.ready, import("./start-app.ts")]);
  return startApp({ settings, log, shutdown, embedded: database }, options).catch((error: unknown) => {
    throw database ? withDiskAdvice(error, database, resolve(settings.DATA_DIR, "postgres")) : error;
  });
}

/** A disk that fills while the first start fills the database is reported as one that is full already. */
function withDiskAdvice(error: unknown, { lastWords }: EmbeddedPostgres, data: string): unknown {
  const errorText = [error, error instanceof Error && error.cause].map(String).join("\n");
  // PostgreSQL may end all connections when it finds the disk full, and says why in its log alone.
  const logText = findDatabaseFault(error) === "away" ? lastWords() : errorText;
  return /No space left on device|Read-only file system/.test(logText)
    ? new Error(explainFailure(logText, data))
    : error;
}
