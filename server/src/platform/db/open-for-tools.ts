import { resolve } from "node:path";
import type { ClientConfig } from "pg";
import { startEmbedded, socketConnection } from "./embedded/embedded-postgres.ts";
import { FolderInUse } from "./embedded/folder-lock.ts";
import { findDataFolder } from "./embedded/data-folder.ts";
import { readDatabaseUrl } from "./read-database-url.ts";
import { readServerInfo, assertSupportedServer } from "./assert-supported.ts";

export interface OpenedDatabase {
  readonly connection: ClientConfig;
  readonly close: () => Promise<void>;
}
interface DatabaseLocation {
  readonly url?: string | undefined;
  readonly folder: string;
  /** WAL_ARCHIVE_DIR: a PostgreSQL without it deletes log that is not in the archive yet. */
  readonly archive: string | undefined;
}

/** Opens a database for reading. If its server is running, connects through that server's socket. */
export async function openForReading({
  url,
  folder,
  archive,
}: DatabaseLocation): Promise<OpenedDatabase> {
  if (url) {
    await readServerInfo(readDatabaseUrl(url)).catch(explainUrlError);
    return openExternal(url);
  }
  const data = findDataFolder(folder);
  if (!data) throw new Error(`There is no database in ${resolve(folder)}.`);
  try {
    return await openEmbedded(folder, archive);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const connection = socketConnection(data);
    await readServerInfo(connection);
    return { connection, close: async () => {} };
  }
}

/** Opens a database for an import; no server may be running on it. */
export async function openForImport({
  url,
  folder,
  archive,
}: DatabaseLocation): Promise<OpenedDatabase> {
  if (!url) return openEmbedded(folder, archive);
  await assertSupportedServer(readDatabaseUrl(url)).catch(explainUrlError);
  return openExternal(url);
}

async function openEmbedded(folder: string, archive: string | undefined): Promise<OpenedDatabase> {
  const { connection, stop } = await startEmbedded(folder, {}, archive);
  return { connection, close: stop };
}

const openExternal = (url: string): OpenedDatabase => ({
  connection: readDatabaseUrl(url),
  close: async () => {},
});

function explainUrlError(error: Error): never {
  throw new Error(`The database at DATABASE_URL cannot be used: ${error.message}`, {
    cause: error,
  });
}
