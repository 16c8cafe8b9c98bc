import { resolve } from "node:path";
import type { ClientConfig } from "pg";
import { startEmbedded, throughSocket } from "./embedded.ts";
import { FolderInUse } from "./embedded-claim.ts";
import { existingData } from "./embedded-home.ts";
import { mustAnswer, mustServe } from "./must-serve.ts";

export interface Reached {
  readonly connection: ClientConfig;
  readonly close: () => Promise<void>;
}
interface Place {
  readonly url?: string | undefined;
  readonly folder: string;
}

/** A database to read from as it is, also one whose server is running: then through that server's socket. */
export async function reachToRead({ url, folder }: Place): Promise<Reached> {
  if (url) {
    await mustAnswer({ connectionString: url }).catch(atUrl);
    return theirs(url);
  }
  const data = existingData(folder);
  if (!data) throw new Error(`There is no database in ${resolve(folder)}.`);
  try {
    return await ours(folder);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const connection = throughSocket(data);
    await mustAnswer(connection);
    return { connection, close: async () => {} };
  }
}

/** A database to fill; no server may be running on it. */
export async function reachToFill({ url, folder }: Place): Promise<Reached> {
  if (!url) return ours(folder);
  await mustServe({ connectionString: url }).catch(atUrl);
  return theirs(url);
}

async function ours(folder: string): Promise<Reached> {
  const { connection, stop } = await startEmbedded(folder);
  return { connection, close: stop };
}

const theirs = (url: string): Reached => ({ connection: { connectionString: url }, close: async () => {} });

function atUrl(error: Error): never {
  throw new Error(`The database at DATABASE_URL cannot be used: ${error.message}`, { cause: error });
}
