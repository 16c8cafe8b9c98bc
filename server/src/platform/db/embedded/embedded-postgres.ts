import { existsSync, mkdirSync, realpathSync } from "node:fs";
import type { Server } from "node:net";
import { join } from "node:path";
import { findRunnableBinaries, findInstalledBinaries } from "./postgres-binaries.ts";
import { lockFolder, stopOrphanedPostgres } from "./folder-lock.ts";
import { type DataFolder, prepareDataFolder, replaceNobodyOwner } from "./data-folder.ts";
import {
  ensurePassword,
  readPassword,
  prepareAccessRules,
  type SocketConnection,
} from "./postgres-password.ts";
import { archiveSettings, prepareArchive } from "../recovery/log-archive.ts";
import {
  createDatabase,
  launchPostgres,
  type RunningPostgres,
  DATABASE_USER,
} from "./postgres-process.ts";
import { explainSystemError } from "./operator-errors.ts";
import { supervise, type SupervisorObserver } from "./postgres-supervisor.ts";

export interface EmbeddedPostgres {
  readonly connection: SocketConnection;
  /** From now on, restarts PostgreSQL whenever it ends unexpectedly. */
  readonly startSupervision: (watch: SupervisorObserver) => void;
  /** The end of the log of the latest PostgreSQL process. */
  readonly lastWords: () => string;
  readonly stop: () => Promise<void>;
}

/** Connection settings for the PostgreSQL whose data folder is `data`, while it runs. */
export function socketConnection(data: string): SocketConnection {
  const password = readPassword(data);
  return {
    host: data,
    port: 5432,
    user: DATABASE_USER,
    database: "postgres",
    ...(password !== undefined && { password }),
  };
}

/**
 * Starts the PostgreSQL from npm, with its data and its only entry point (a socket) in `folder`. If it cannot start,
 * throws a one-line message with reason and remedy and leaves stored data unchanged.
 */
export async function startEmbedded(
  folder: string,
  settings: Record<string, string> = {},
  archive?: string,
): Promise<EmbeddedPostgres> {
  const { ready } = await beginStartingEmbedded(folder, settings, archive);
  return ready;
}

/**
 * Like `startEmbedded`, but returns as soon as the process is launched, so that the caller can do other work in the
 * meantime.
 */
export async function beginStartingEmbedded(
  folder: string,
  settings: Record<string, string> = {},
  /** Folder that receives the write-ahead log. */
  archive?: string,
): Promise<{ readonly ready: Promise<EmbeddedPostgres> }> {
  const native = findInstalledBinaries();
  const folderPath = resolveFolder(folder);
  const lock = await lockFolder(folderPath);
  const fail = (error: unknown): never => {
    lock.close();
    throw explainSystemError(error, folderPath);
  };
  try {
    const currentFolder = prepareDataFolder(folderPath);
    await stopOrphanedPostgres(currentFolder.data);
    const dataFolder = replaceNobodyOwner(currentFolder);
    const bin = findRunnableBinaries(dataFolder.user, native);
    if (archive !== undefined) prepareArchive(archive, dataFolder);
    const allSettings = {
      ...POSTGRES_SETTINGS,
      ...settings,
      ...(archive && archiveSettings(archive)),
    };
    return { ready: startPostgres(bin, dataFolder, lock, allSettings).catch(fail) };
  } catch (error) {
    return fail(error);
  }
}

async function startPostgres(
  bin: string,
  dataFolder: DataFolder,
  lock: Server,
  settings: Record<string, string>,
): Promise<EmbeddedPostgres> {
  if (!existsSync(join(dataFolder.data, "PG_VERSION"))) await createDatabase(bin, dataFolder);
  prepareAccessRules(dataFolder.data);
  const first = await launchPostgres(bin, dataFolder, settings);
  await ensurePassword(dataFolder.data, socketConnection(dataFolder.data)).catch(
    async (error: unknown) => {
      await first.stop();
      throw error;
    },
  );
  let latest = first;
  const restart = async (): Promise<RunningPostgres> => {
    try {
      await stopOrphanedPostgres(dataFolder.data);
      latest = await launchPostgres(bin, dataFolder, {
        ...settings,
        ...RESTART_SETTINGS,
      });
      return latest;
    } catch (error) {
      throw explainSystemError(error, dataFolder.data);
    }
  };
  let stop = first.stop;
  return {
    connection: socketConnection(dataFolder.data),
    lastWords: () => latest.logTail(),
    startSupervision: (watch) => void (stop = supervise(first, restart, watch)),
    // The lock outlives a crashed PostgreSQL: the folder stays locked until we stop.
    stop: () => stop().finally(() => lock.close()),
  };
}

function resolveFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return realpathSync(folder);
  } catch (error) {
    throw explainSystemError(error, folder);
  }
}

/** Deliberately small: one machine, one application, tens of connections; the system's page cache does the rest. */
const POSTGRES_SETTINGS: Record<string, string> = {
  fsync: "on",
  shared_buffers: "6MB",
  max_connections: "50",
  unix_socket_permissions: "0700",
  // Avoids idle workers of about a megabyte each.
  io_method: "sync",
  max_logical_replication_workers: "0",
  max_wal_senders: "0",
  max_parallel_workers_per_gather: "0",
  max_worker_processes: "2",
  autovacuum_max_workers: "2",
  autovacuum_worker_slots: "4",
  maintenance_work_mem: "32MB",
  jit: "off",
  log_checkpoints: "off",
  // Limits crash recovery to a second or two.
  max_wal_size: "256MB",
};

/**
 * For restarts while the machine keeps running: syncs the disk with one call instead of one for each of a thousand
 * files.
 */
const RESTART_SETTINGS: Record<string, string> = { recovery_init_sync_method: "syncfs" };
