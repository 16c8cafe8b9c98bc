import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Log } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import type { SocketConnection } from "../embedded/postgres-password.ts";
import { makeBaseCopy } from "./base-copy.ts";
import { listBaseCopies, pruneArchive } from "./log-archive.ts";

/** A restore reads the log since the copy before the wanted moment, so copies bound how long it takes. */
const EVERY_MS = 7 * DAY_MS;
const CHECK_MS = HOUR_MS;

const now = () => new Date();

/** What is needed to copy the embedded database of this server. */
interface ArchivedDatabase {
  /** The socket, which is in the data folder. */
  readonly connection: SocketConnection;
  readonly settings: Pick<Settings, "WAL_ARCHIVE_DIR" | "BACKUP_KEEP_DAYS">;
  readonly log: Log;
}

/** Makes a copy if the newest is a week old, and deletes what is older than BACKUP_KEEP_DAYS. */
export async function copyIfDue({ connection, settings, log }: ArchivedDatabase): Promise<void> {
  const { WAL_ARCHIVE_DIR: archive, BACKUP_KEEP_DAYS: keepDays } = settings;
  if (archive === undefined) return;
  const newest = listBaseCopies(archive).at(-1)?.completeAt.getTime() ?? 0;
  if (Date.now() - newest < EVERY_MS) return;
  const copy = await makeBaseCopy(connection, {
    data: connection.host,
    archive,
    now,
  });
  if (copy === undefined) return;
  log.info({ copy }, "a copy of the database is in the archive");
  pruneArchive(archive, { now: now(), keepDays });
}

/** Copies now if it is due, and checks every hour. A failure is logged and tried again. Returns a function that stops. */
export function startBaseCopies(database: ArchivedDatabase): () => Promise<void> {
  if (database.settings.WAL_ARCHIVE_DIR === undefined) return async () => {};
  let running: Promise<void> = Promise.resolve();
  const check = () => {
    running = running
      .then(() => copyIfDue(database))
      .catch((error: unknown) =>
        database.log.error({ err: error }, "copying the database to the archive failed"),
      );
  };
  check();
  const timer = setInterval(check, CHECK_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
