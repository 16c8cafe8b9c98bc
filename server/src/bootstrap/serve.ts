import { startBaseCopies } from "#platform/db/recovery/scheduled-base-copies.ts";
import { resolve } from "node:path";
import {
  beginStartingEmbedded,
  type EmbeddedPostgres,
} from "#platform/db/embedded/embedded-postgres.ts";
import { explainFailure } from "#platform/db/embedded/operator-errors.ts";
import { findDatabaseFault } from "#platform/db/database-faults.ts";
import { GracefulShutdown } from "#platform/shutdown.ts";
import { type Log, openLog } from "#platform/log.ts";
import { withLocalPagesKey } from "#platform/http/network/local-only-pages.ts";
import { formatDevMailboxLine } from "#platform/mail/dev-mailbox-link.ts";
import { readSettings, type Settings } from "#platform/settings.ts";
import { announceSteps, silentSteps } from "#platform/start-progress.ts";
import { startTracing } from "#platform/tracing/start-tracing.ts";
import { findUnknownSettings } from "#platform/unknown-settings.ts";
import type { Context } from "#platform/context.ts";
import type { Environment, StartOptions } from "./plugin.ts";
import type { StartedApp } from "./start-app.ts";

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
    const settings = withLocalPagesKey(
      readSettings(options.plugin?.environment(environment) ?? environment),
    );
    const log = openLog(settings.LOG_LEVEL);
    const unknownNames = findUnknownSettings(environment);
    if (unknownNames.length > 0)
      log.warn(`Unknown settings (no effect): ${unknownNames.join(", ")}`);
    shutdown.onShutdown(await startTracing(settings, log));
    const { ctx, listening } = await startDatabaseAndApp(settings, log, shutdown, options);
    const address = settings.PUBLIC_URL ?? listening;
    const line = formatReadyLine(address, settings.LOCAL_PAGES_KEY);
    const hints = isFirstProcess(options) ? await formatHints(ctx, address) : "";
    process.stdout.write(`${hints}${line === undefined ? "" : `${line}\n`}`);
  } catch (error) {
    await shutdown.abort(error);
  }
}

/** Lines about the mailbox and the first set-up, if they are needed. */
async function formatHints(ctx: Context, address: string): Promise<string> {
  const { createSetupLink } = await import("#modules/administration/index.ts");
  const setupLink = await createSetupLink(ctx, address);
  const setupLine =
    setupLink === undefined
      ? ""
      : `Set up this community and create its administrator: ${setupLink}\n`;
  return `${formatDevMailboxLine(ctx, address)}${setupLine}`;
}

/** Starts the database while most of our code is still loading, which takes about a second. */
async function startDatabaseAndApp(
  settings: Settings,
  log: Log,
  shutdown: GracefulShutdown,
  options: StartOptions,
): Promise<StartedApp> {
  shutdown.handleSignals(log);
  options.plugin?.begin(settings);
  const { DATABASE_URL, DATA_DIR, WAL_ARCHIVE_DIR } = settings;
  const embedded = DATABASE_URL
    ? undefined
    : await beginStartingEmbedded(DATA_DIR, {}, WAL_ARCHIVE_DIR);
  shutdown.onShutdown(() => embedded?.ready.then(({ stop }) => stop()));
  const step = isFirstProcess(options) ? announceSteps(printLine) : silentSteps;
  const [database, { startApp }] = await step("Starting the database", () =>
    Promise.all([embedded?.ready, import("./start-app.ts")]),
  );
  if (database)
    shutdown.onShutdown(
      startBaseCopies({
        connection: database.connection,
        settings,
        log,
      }),
    );
  return startApp(
    {
      settings,
      log,
      shutdown,
      embedded: database,
      step,
    },
    options,
  ).catch((error: unknown) => {
    throw database
      ? withDiskAdvice(error, database, resolve(DATA_DIR, "postgres"))
      : withDatabaseAdvice(error);
  });
}

const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/** Of several processes behind one port, the first prints what is not about itself. */
function isFirstProcess({ siblings }: StartOptions): boolean {
  return (siblings?.ownId ?? 1) === 1;
}

/** The driver's own errors do not say which server did not answer. */
function withDatabaseAdvice(error: unknown): unknown {
  const fault = findDatabaseFault(error);
  if (fault !== "away" && fault !== "too-slow") return error;
  return new Error(
    `The database at DATABASE_URL stopped answering during the start: ${String(error instanceof Error ? error.message : error)}. It may be overloaded or restarting; start again when it answers.`,
    { cause: error },
  );
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
