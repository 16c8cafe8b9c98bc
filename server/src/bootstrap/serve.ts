import { startBaseCopies } from "#platform/db/recovery/scheduled-base-copies.ts";
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
 * Runs a server until a signal stops it. `ready` returns the line to print once the server listens at `address`, if
 * any; `key` opens the local-only pages.
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
    if (unknownNames.length > 0) log.warn(`Unknown settings (no effect): ${unknownNames.join(", ")}`);
    const listening = await startDatabaseAndApp(settings, log, shutdown, options);
    const address = settings.PUBLIC_URL ?? listening;
    const line = formatReadyLine(address, settings.LOCAL_PAGES_KEY);
    if (line !== undefined) process.stdout.write(`${formatDevMailboxLine(settings, address)}${line}\n`);
  } catch (error) {
    await shutdown.abort(error);
  }
}

/** Starts the database while most of our code is still loading, which takes about a second. */
async function startDatabaseAndApp(
  settings: Settings,
  log: Log,
  shutdown: GracefulShutdown,
  options: StartOptions,
): Promise<string> {
  shutdown.handleSignals(log);
  options.plugin?.begin(settings);
  const { DATABASE_URL, DATA_DIR, WAL_ARCHIVE_DIR } = settings;
  const embedded = DATABASE_URL ? undefined : await beginStartingEmbedded(DATA_DIR, {}, WAL_ARCHIVE_DIR);
  shutdown.onShutdown(() => embedded?.ready.then(({ stop }) => stop()));
  const [database, { startApp }] = await Promise.all([embedded?.ready, import("./start-app.ts")]);
  if (database) shutdown.onShutdown(startBaseCopies({ connection: database.connection, settings, log }));
  return startApp({ settings, log, shutdown, embedded: database }, options).catch((error: unknown) => {
    throw database ? withDiskAdvice(error, database, resolve(DATA_DIR, "postgres")) : error;
  });
}

/** Reports a disk that fills up during the first start like one that was already full. */
function withDiskAdvice(error: unknown, { lastWords }: EmbeddedPostgres, data: string): unknown {
  const errorText = [error, error instanceof Error && error.cause].map(String).join("\n");
  // PostgreSQL may close all connections when the disk is full; the reason is only in its log.
  const logText = findDatabaseFault(error) === "away" ? lastWords() : errorText;
  return /No space left on device|Read-only file system/.test(logText)
    ? new Error(explainFailure(logText, data))
    : error;
}
