import type { Context } from "#platform/context.ts";
import { freshDatabase } from "../fresh-database.ts";
import { urlOf } from "#platform/db/database-url.ts";
import { openBackDoor } from "./callers.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

export interface Cluster {
  readonly one: ServerProcess;
  readonly two: ServerProcess;
  readonly both: readonly ServerProcess[];
  readonly ctx: Context;
}

/** Two server processes started at the same moment on one database, which is `empty` of everything or has its tables. */
export async function openCluster({ empty = false } = {}): Promise<Cluster> {
  const connection = await freshDatabase({ empty });
  const place = { DATABASE_URL: urlOf(connection) };
  const [one, two] = await Promise.all([startServer(place), startServer(place)]);
  return { one, two, both: [one, two], ctx: openBackDoor(connection) };
}
