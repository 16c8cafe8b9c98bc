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
import { startTracing } from "#platform/tracing.ts";
import type { Context } from "#platform/context.ts";
import { SETTING_NAMES } from "../platform/settings.ts";
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

/** First words of our settings and of settings of similar services, but not of system variables. */
const KNOWN_PREFIXES =
  /^(?:BASEMAP|CAPTCHA|COMMUNITY|DATABASE|EMAIL|GEOCODER|IMAP|LDAP|LEGAL|MAIL|OAUTH2?|OIDC|PUBLIC|RATE_LIMIT|RATING|REDIS|ROUTER|SAML|SMTP|SUPPORT|TRUST)_/;
/** Kubernetes and Docker set these for every service called REDIS, DATABASE and so on. */
const CONTAINER_VARIABLES = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d|$)/;
/** Used by tests, which start servers with their own environment. */
const TEST_VARIABLES = new Set(["REDIS_SERVER"]);
const TYPO_CHECK_MIN_LENGTH = 7;
const MAX_TYPOS = 2;

/** Variables that look like settings but are not, each with the closest setting. Never includes values. */
export function findUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (!/^[A-Z][A-Z0-9_]+$/.test(name) || SETTING_NAMES.includes(name) || TEST_VARIABLES.has(name))
      return [];
    const suggestion =
      name.length < TYPO_CHECK_MIN_LENGTH
        ? undefined
        : SETTING_NAMES.find((setting) => levenshteinDistance(name, setting) <= MAX_TYPOS);
    if (suggestion !== undefined) return [`${name} (did you mean ${suggestion}?)`];
    return KNOWN_PREFIXES.test(name) && !CONTAINER_VARIABLES.test(name) ? [name] : [];
  });
}

/** Levenshtein distance: the number of characters to change, add or remove. */
function levenshteinDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_TYPOS) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? Infinity;
}
